"use strict";
// Pages are whole without this. It puts times into the reader's zone, reloads a page whose run is over, searches in
// long texts, and lets the keyboard move between failures.
(() => {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

  function localTimes(root) {
    for (const time of root.querySelectorAll("time[datetime]")) {
      const date = new Date(time.dateTime);
      if (!Number.isNaN(date.valueOf())) {
        time.textContent = format.format(date);
        time.title = time.dateTime;
      }
    }
  }

  function reloadWhenOver() {
    for (const part of document.querySelectorAll("[data-reload-on]")) {
      document.body.addEventListener("htmx:sseMessage", (event) => {
        if (event.detail.type === part.dataset.reloadOn) {
          window.location.reload();
        }
      });
      // The extension listens only to what it swaps.
      document.body.addEventListener("htmx:sseOpen", (event) => {
        event.detail.source.addEventListener(part.dataset.reloadOn, () => window.location.reload());
      });
    }
  }

  function searchField() {
    const field = document.querySelector("[data-search]");
    if (!field) {
      return;
    }
    const found = field.closest("p").querySelector("output");
    const text = document.querySelector("pre." + field.dataset.search);
    field.closest("p").hidden = false;
    let at = -1;
    let last = "";
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !field.value) {
        return;
      }
      event.preventDefault();
      const lines = text.textContent.split("\n");
      const wanted = field.value.toLowerCase();
      at = wanted === last ? at : -1;
      last = wanted;
      const next = lines.findIndex((line, i) => i > at && line.toLowerCase().includes(wanted));
      at = next >= 0 ? next : lines.findIndex((line) => line.toLowerCase().includes(wanted));
      const anchors = text.querySelectorAll("a.line");
      found.textContent = at < 0 ? "not found" : "line " + anchors[at].textContent;
      if (at >= 0) {
        window.location.hash = anchors[at].id;
        field.focus();
      }
    });
  }

  function keys() {
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
        return;
      }
      if (event.key === "j" || event.key === "k") {
        const all = [...document.querySelectorAll(".failure summary, .failure > p a")].filter(
          (one) => !one.closest(".output"));
        const now = all.indexOf(document.activeElement);
        const next = all[event.key === "j" ? now + 1 : Math.max(0, now - 1)];
        if (next) {
          next.focus();
          next.scrollIntoView({ block: "start" });
        }
      } else if (event.key === "/") {
        const field = document.querySelector("[data-search], .filter input");
        if (field) {
          event.preventDefault();
          field.focus();
        }
      }
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    localTimes(document);
    reloadWhenOver();
    searchField();
    keys();
    document.body.addEventListener("htmx:load", (event) => localTimes(event.detail.elt));
    document.body.addEventListener("htmx:afterSwap", (event) => localTimes(event.detail.elt));
  });
})();
