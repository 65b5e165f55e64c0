"use strict";

// What forms do on every page that has them, before anything else listens.

(() => {
  // The card points of a deal come to its pot, so the last figure follows from the others.
  function follow(input) {
    const frame = input.closest("[data-pot]");
    const figures = [...frame.querySelectorAll("input")];
    const others = figures.filter((other) => other !== input);
    const open = others.length === 1 ? others
      : others.filter((other) => other.value.trim() === "" || other.dataset.follows);
    delete input.dataset.follows;
    if (open.length !== 1) return;
    const all = figures.filter((other) => other !== open[0]).map((other) => other.value.trim());
    const rest = frame.dataset.pot - all.reduce((sum, value) => sum + Number(value), 0);
    const known = all.every((value) => /^[0-9]+$/.test(value)) && rest >= 0;
    open[0].value = known ? rest : "";
    open[0].dataset.follows = "1";
  }

  // What was refused is being put right: the reproach goes.
  function forgive(frame) {
    frame.classList.remove("has-error");
    frame.removeAttribute("aria-describedby");
    for (const input of frame.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    for (const list of frame.querySelectorAll(".errorlist")) list.remove();
  }

  document.addEventListener("input", (event) => {
    if (event.target.closest("[data-pot]")) follow(event.target);
    const refused = event.target.closest(".has-error");
    if (refused) forgive(refused);
  });
})();
