"use strict";
// Pages are whole without this. It puts times into the reader's zone, lets the page of a run move while the run goes on,
// searches in long texts, and lets the keyboard move between failures.
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

  // What the reader has opened, closed or focused stays so.
  function replace(part, next) {
    const open = new Map([...part.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
    const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
    part.replaceChildren(...next.childNodes);
    for (const details of part.querySelectorAll("details[id]")) {
      details.open = open.get(details.id) ?? details.open;
    }
    const again = focused && document.getElementById(focused);
    if (again) {
      again.focus({ preventScroll: true });
    }
    localTimes(part);
  }

  // Each child is replaced only if it has changed, so that a selection lives as long as it can.
  function move(part, text, known) {
    const next = document.createElement("template");
    next.innerHTML = text;
    for (const child of next.content.children) {
      const now = document.getElementById(child.id);
      if (now && part.contains(now) && known.get(child.id) !== child.innerHTML) {
        known.set(child.id, child.innerHTML);
        replace(now, child);
      }
    }
  }

  // The list of classes is long: not with each event, and not where nobody looks.
  let refreshing = false;
  function refreshList() {
    const list = document.getElementById("list");
    if (list && !refreshing) {
      refreshing = true;
      setTimeout(() => {
        refreshing = false;
        if (document.visibilityState === "visible") {
          list.dispatchEvent(new CustomEvent("moved"));
        }
      }, 2000);
    }
  }

  function liveParts() {
    for (const part of document.querySelectorAll("[data-live]")) {
      const known = new Map([...part.children].map((child) => [child.id, child.innerHTML]));
      const stale = document.querySelector(".stale");
      const connect = () => {
        const source = new EventSource(part.dataset.live);
        source.addEventListener("status", (event) => {
          move(part, event.data, known);
          stale.hidden = true;
          refreshList();
        });
        source.addEventListener("over", () => {
          source.close();
          window.location.reload();
        });
        source.addEventListener("error", () => {
          stale.hidden = false;
          // A connection that broke is made again by the browser, one that was refused is not.
          if (source.readyState === EventSource.CLOSED) {
            setTimeout(connect, 5000);
          }
        });
      };
      connect();
      document.addEventListener("visibilitychange", refreshList);
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
    liveParts();
    localTimes(document);
    searchField();
    keys();
    document.body.addEventListener("htmx:load", (event) => localTimes(event.detail.elt));
    document.body.addEventListener("htmx:afterSwap", (event) => localTimes(event.detail.elt));
  });
})();
