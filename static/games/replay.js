"use strict";

// Arrow keys, Home, End and a swipe across the table press the links that are there anyway.

(() => {
  const KEYS = {ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last"};
  const SWIPE = 48; // pixels across before a touch counts as one

  const step = (name) => {
    const link = document.querySelector(`#replay [data-step="${name}"]`);
    if (link) link.click();
    return Boolean(link);
  };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (KEYS[event.key] && step(KEYS[event.key])) event.preventDefault();
  });

  let start = null;
  document.addEventListener("touchstart", (event) => {
    const one = event.touches.length === 1 && event.target.closest("#replay .table");
    start = one ? event.touches[0] : null;
  }, {passive: true});
  document.addEventListener("touchend", (event) => {
    if (!start) return;
    const across = event.changedTouches[0].clientX - start.clientX;
    const down = event.changedTouches[0].clientY - start.clientY;
    start = null;
    if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(down)) return;
    step(across < 0 ? "next" : "back");
  }, {passive: true});
  document.addEventListener("touchcancel", () => { start = null; });
})();
