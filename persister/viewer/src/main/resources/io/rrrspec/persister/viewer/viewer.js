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

  // What the reader has opened, closed, chosen, scrolled or focused stays so.
  function replace(part, next) {
    const open = new Map([...part.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
    const chosen = new Map([...part.querySelectorAll("select[id]")].map((one) => [one.id, one.value]));
    const scrolled = new Map([...part.querySelectorAll(".scroll[id]")].map((one) => [one.id, one.scrollLeft]));
    const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
    part.replaceChildren(...next.childNodes);
    for (const select of part.querySelectorAll("select[id]")) {
      const value = chosen.get(select.id);
      select.value = [...select.options].some((one) => one.value === value) ? value : select.value;
    }
    for (const wide of part.querySelectorAll(".scroll[id]")) {
      wide.scrollLeft = scrolled.get(wide.id) ?? 0;
    }
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

  // Parts that htmx fetches and people change: each child is replaced only if it has changed. A list with buttons stands still
  // while the mouse or the focus is in it, so that nobody presses the button of a row that has just moved there.
  const kept = new WeakMap();

  function keep(part, text) {
    const known = kept.get(part) ?? new Map([...part.children].map((child) => [child.id, child.innerHTML]));
    kept.set(part, known);
    const template = document.createElement("template");
    template.innerHTML = text;
    const wanted = [...template.content.children];
    const ids = new Set(wanted.map((child) => child.id));
    for (const child of [...part.children]) {
      if (!ids.has(child.id) && !isInUse(child)) {
        known.delete(child.id);
        child.remove();
      }
    }
    let before = null;
    for (const next of wanted) {
      const content = next.innerHTML;
      const now = document.getElementById(next.id);
      if (!now) {
        part.insertBefore(next, before ? before.nextElementSibling : part.firstElementChild);
        localTimes(next);
        known.set(next.id, content);
      } else if (known.get(next.id) !== content && !isInUse(now)) {
        replace(now, next);
        known.set(next.id, content);
      }
      if (now) {
        delete now.dataset.changed;
      }
      before = now ?? next;
    }
  }

  function isInUse(child) {
    return "hold" in child.dataset && !("changed" in child.dataset)
      && (child.matches(":hover") || child.contains(document.activeElement));
  }

  function keptParts() {
    document.body.addEventListener("htmx:beforeSwap", (event) => {
      const part = event.detail.target;
      const status = event.detail.xhr.status;
      if ("keep" in part.dataset && (status === 200 || status === 286)) {
        // The last answer is not swapped either, but htmx asks no more only if it believes that it is.
        event.detail.shouldSwap = status === 286;
        keep(part, event.detail.xhr.responseText);
        document.querySelector(".stale").hidden = true;
      }
    });
    for (const failed of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
      document.body.addEventListener(failed, (event) => {
        const stale = document.querySelector(".stale");
        if (stale && "keep" in event.detail.target.dataset) {
          stale.hidden = false;
        }
      });
    }
  }

  // A button changes something and the page stays, with the token that was typed into it.
  async function change(form, button) {
    const said = form.querySelector("[role=status]");
    const values = new URLSearchParams(new FormData(form));
    if (button.name) {
      values.append(button.name, button.value);
    }
    const label = button.ariaLabel;
    try {
      const answer = await fetch(button.formAction, { method: "POST", body: values, headers: { "HX-Request": "true" } });
      if (answer.ok) {
        said.textContent = label + ": done";
      } else {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        said.textContent = label + ": " + (page.querySelector("main p")?.textContent ?? answer.status);
      }
    } catch {
      said.textContent = label + ": the viewer does not answer";
    }
    // The row goes: the focus goes to the heading of its list, and not to the same button of another row.
    const list = button.closest("[data-hold]");
    if (list?.contains(document.activeElement)) {
      document.getElementById(list.dataset.title)?.focus({ preventScroll: true });
    }
    if (list) {
      list.dataset.changed = "";
    }
    document.querySelector("[data-keep]").dispatchEvent(new CustomEvent("refresh"));
  }

  function changes() {
    for (const form of document.querySelectorAll("form[data-stay]")) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        if (event.submitter) {
          change(form, event.submitter);
        }
      });
    }
  }

  // The lists of modules and classes are long: not with each event, and not where nobody looks.
  let refreshing = false;
  function refreshLists() {
    const lists = document.querySelectorAll("[hx-trigger=moved]");
    if (lists.length > 0 && !refreshing) {
      refreshing = true;
      setTimeout(() => {
        refreshing = false;
        if (document.visibilityState === "visible") {
          lists.forEach((list) => list.dispatchEvent(new CustomEvent("moved")));
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
          refreshLists();
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
      document.addEventListener("visibilitychange", refreshLists);
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
        const all = [...document.querySelectorAll(".failure summary, .failure > p a, .others li a, a.step.failed")].filter(
          (one) => !one.closest(".output") && (one.matches("summary") || !one.closest("details:not([open])")));
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
    keptParts();
    changes();
    document.body.addEventListener("htmx:load", (event) => localTimes(event.detail.elt));
    document.body.addEventListener("htmx:afterSwap", (event) => localTimes(event.detail.elt));
  });
})();
