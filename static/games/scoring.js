"use strict";
/*
What the sheet page does beyond htmx: the number pad, the draft that outlives reload and sleep, sending
again what did not arrive, and following the match with its age shown. No rules and no scores here:
those are the server's. Everything listens on the document, since htmx swaps the parts of the page.
*/
(() => {
  const form = () => document.getElementById("deal-form");
  const byId = (id) => document.getElementById(id);
  const figures = () => [...document.querySelectorAll("#deal-form .pad-figure input")];

  // What must outlive the page. A private window may refuse: then the page works without.
  const store = {
    get(kind) { try { return JSON.parse(localStorage.getItem(store.name(kind))); } catch { return null; } },
    set(kind, value) { try { localStorage.setItem(store.name(kind), JSON.stringify(value)); } catch { /* full or forbidden */ } },
    drop(kind) { try { localStorage.removeItem(store.name(kind)); } catch { /* forbidden */ } },
    name(kind) { return `manille:${kind}:${byId("live")?.dataset.match}`; },
  };

  // The pad and the two figures

  let active = null;
  let replaces = false; // the first digit after a figure was chosen replaces it

  function choose(input) {
    if (active !== input) replaces = true;
    active = input;
    for (const other of figures()) other.parentElement.classList.toggle("is-active", other === input);
  }

  function press(button) {
    const input = active?.isConnected ? active : figures()[0];
    choose(input);
    if (button.hasAttribute("data-ok")) {
      byId("record").focus();
      return;
    }
    const before = replaces ? "" : input.value;
    input.value = button.hasAttribute("data-erase") ? input.value.slice(0, -1) : (before + button.dataset.digit).slice(0, 3);
    replaces = false;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function furnish() {
    if (!form()) return;
    form().querySelector(".pad-keys").hidden = false;
    for (const input of figures()) input.inputMode = "none";
    choose(figures().find((input) => input.value === "") ?? figures()[0]);
    replaces = true;
    byId("unsent").hidden = !store.get("unsent");
  }

  document.addEventListener("pointerdown", (event) => {
    // The figure keeps the focus while its pad is used.
    if (event.target.closest(".pad-keys button") && figures().includes(document.activeElement)) event.preventDefault();
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.closest?.(".pad-figure")) choose(event.target);
  });
  document.addEventListener("click", (event) => {
    const key = event.target.closest(".pad-keys button");
    if (key) press(key);
    if (event.target.closest("[data-retry]")) sendAgain();
    const copy = event.target.closest("[data-copy]");
    if (copy) navigator.clipboard.writeText(byId(copy.dataset.copy).value).then(() => { copy.textContent = copy.dataset.copied; });
    if (event.target.closest("#refresh")) {
      event.preventDefault();
      refresh();
    }
  });
  document.addEventListener("input", (event) => {
    if (!form()?.contains(event.target)) return;
    form().dataset.typed = "1";
    store.set("draft", values());
    const preview = byId("preview");
    if (figures().some((input) => input.value !== "")) preview.hidden = false;
    preview.classList.add("is-stale");
  });

  // The draft

  function values(button) {
    const told = Object.fromEntries(new FormData(form(), button));
    delete told.csrfmiddlewaretoken;
    return told;
  }

  function restore() {
    const draft = store.get("draft");
    if (!draft) return;
    if (!form() || form().elements.number.value !== draft.number) {
      if (!store.get("unsent")) store.drop("draft");
      return;
    }
    for (const [name, value] of Object.entries(draft)) {
      const field = form().elements[name];
      if (!field || name === "misdeal") continue;
      if (field.type === "checkbox") field.checked = true;
      else field.value = value;
    }
    form().dataset.typed = "1";
    const filled = figures().find((input) => input.value !== "");
    if (filled) filled.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // Sending, and sending again what did not arrive. The key goes with it, so nothing doubles.

  function sendAgain() {
    const unsent = store.get("unsent");
    if (!unsent || sendAgain.busy) return;
    sendAgain.busy = true;
    htmx.ajax("POST", unsent.url, { values: unsent.values, source: "#live", target: "#live", swap: "outerHTML" })
      .catch(() => {})
      .finally(() => { sendAgain.busy = false; });
  }

  let pressed = null; // which button sent the form: a misdeal's says which
  document.addEventListener("submit", (event) => {
    if (event.target === form()) pressed = event.submitter;
  }, true);

  function isRecording(detail) {
    return detail.requestConfig.verb === "post" && /\/deals\/$/.test(detail.requestConfig.path);
  }

  function notSent(event) {
    if (!isRecording(event.detail)) return;
    if (event.detail.elt === form()) store.set("unsent", { url: form().action, values: values(pressed?.name ? pressed : undefined) });
    if (byId("unsent")) byId("unsent").hidden = false;
  }
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      notSent(event);
      const notice = event.detail.elt.querySelector("[data-unreached]");
      if (notice) notice.hidden = false;
    });
  }
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status >= 500) {
      notSent(event);
    } else if (isRecording(event.detail)) {
      // Sending it again as it is would be refused again; the draft stays.
      store.drop("unsent");
      if (byId("unsent")) byId("unsent").hidden = true;
      if (byId("not-taken")) byId("not-taken").hidden = false;
    }
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    // Any answer in words settles the matter: recorded, or refused with the figures still in the form.
    if (isRecording(event.detail) && event.detail.xhr.status < 300) store.drop("unsent");
  });
  document.addEventListener("deal-recorded", () => store.drop("draft"));

  // Following the match, and how old it is

  let confirmed = Date.now();
  let lost = false;

  const refresh = () => byId("standing") && htmx.trigger("#standing", "refresh");

  function wake() {
    if (document.visibilityState === "hidden") return;
    refresh();
    sendAgain();
  }

  function showAge() {
    const age = byId("age");
    if (!age) return;
    const seconds = Math.round((Date.now() - confirmed) / 1000);
    const words = seconds < 3 ? age.dataset.fresh
      : seconds < 90 ? age.dataset.seconds.replace("{n}", seconds)
      : age.dataset.minutes.replace("{n}", Math.round(seconds / 60));
    const late = lost || seconds > age.dataset.late;
    age.textContent = late ? `${age.dataset.lost} ${words}` : words;
    age.classList.toggle("is-old", late);
  }

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.id !== "standing") return;
    const tag = event.detail.elt.dataset.tag;
    if (tag) event.detail.headers["If-None-Match"] = tag;
    // The answer says whether the form is still for the deal that is next.
    if (form()) event.detail.parameters.number = form().elements.number.value;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt.id === "preview") return;
    const status = event.detail.xhr?.status ?? 0;
    const answered = (status >= 200 && status < 300) || status === 304;
    if (answered) confirmed = Date.now();
    if (event.detail.elt.id === "standing" || answered) lost = !answered;
    showAge();
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "preview") event.detail.target.classList.remove("is-stale");
  });
  document.addEventListener("htmx:afterSettle", () => {
    furnishIfNew();
    showAge();
    // Nobody has typed anything: the form for the deal that is next now can come by itself.
    const next = byId("take-next");
    if (next && !form()?.dataset.typed && !next.dataset.taken) {
      next.dataset.taken = "1";
      next.click();
    }
  });

  let furnished = null;
  function furnishIfNew() {
    if (form() === furnished) return;
    furnished = form();
    furnish();
  }

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => {
    // A page kept from before may hold a form that has been sent since.
    if (event.persisted) location.reload();
  });
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
  document.addEventListener("DOMContentLoaded", () => { // htmx is ready then
    furnishIfNew();
    restore();
    sendAgain();
  });
  setInterval(showAge, 1000);
  setInterval(() => document.visibilityState === "visible" && sendAgain(), 15000);
})();
