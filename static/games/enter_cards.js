"use strict";

// A quick thumb presses the next card while the one before is still on its way to the server, or
// while the new grid is there but htmx has not made it ready. What is pressed meanwhile waits for
// the new grid, since the old one does not know of that card yet.

(() => {
  const waiting = [];
  let busy = false;

  // What a press is made on in the end. Of a grid that has gone, a card and a place have their like
  // on the one that follows; anything else was meant of what has gone.
  function latest(control) {
    if (control.isConnected) return control;
    if (control.name === "card") {
      return document.querySelector(`#entry button[name=card][value="${control.value}"]`);
    }
    const place = control.dataset.place;
    return place ? document.querySelector(`#entry [data-place="${place}"]`) : null;
  }

  document.addEventListener("click", (event) => {
    const control = event.target.closest("#entry button[name=card], #entry [hx-get]:not(form)");
    if (!control) return;
    if (busy) {
      event.preventDefault();
      event.stopPropagation();
      waiting.push(control);
    }
    control.classList.add("is-waiting");
  }, true);

  const ready = () => {
    busy = false;
    // On the grid of tricks the next place may be under the pack, which stays at the thumb.
    const place = document.querySelector("#entry td.is-chosen");
    if (place) place.scrollIntoView({block: "nearest"});
    const pressed = waiting.length ? latest(waiting.shift()) : null;
    if (pressed) pressed.click();
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
