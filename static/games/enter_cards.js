"use strict";

// A quick thumb presses the next card while the one before is still on its way to the server. What
// is pressed meanwhile waits for the new grid, since the old one does not know of that card yet.

(() => {
  const waiting = [];
  let busy = false;

  document.addEventListener("click", (event) => {
    const control = event.target.closest("#entry button[name=card], #entry [hx-get]:not(form)");
    if (!control) return;
    if (busy) {
      event.preventDefault();
      event.stopPropagation();
      if (control.name !== "card") return;
      waiting.push(control.value);
    }
    control.classList.add("is-waiting");
  }, true);

  const ready = () => {
    busy = false;
    // On the grid of tricks the next place may be under the pack, which stays at the thumb.
    const place = document.querySelector("#entry td.is-chosen");
    if (place) place.scrollIntoView({block: "nearest"});
    const card = waiting.shift();
    const button = card && document.querySelector(`#entry button[name=card][value="${card}"]`);
    if (button) button.click();
    else waiting.length = 0;
  };
  document.addEventListener("htmx:beforeRequest", () => { busy = true; });
  document.addEventListener("htmx:afterSettle", ready);
  for (const failure of ["htmx:sendError", "htmx:sendAbort", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(failure, () => {
      busy = false;
      waiting.length = 0;
      for (const control of document.querySelectorAll("#entry .is-waiting")) {
        control.classList.remove("is-waiting");
      }
    });
  }
})();
