"use strict";

// Buttons that print the page, shown only where a script can do so.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
