"use strict";

// The time of a round counts down between two answers of the server, by the page's own clock.

(() => {
  let shown = null;
  let end = 0;

  function tick() {
    const clock = document.querySelector(".clock-left");
    if (!clock) return;
    if (clock !== shown) {
      shown = clock;
      end = performance.now() + 1000 * clock.dataset.left;
    }
    const left = Math.max(0, Math.round((end - performance.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.parentElement.classList.toggle("is-up", left === 0);
  }

  setInterval(tick, 500);
})();
