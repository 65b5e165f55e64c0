"use strict";

// Buttons that print the page, shown instead of a hint where a script can do so.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.parentElement.querySelector("[data-no-print]").hidden = true;
  button.addEventListener("click", () => window.print());
}
