// Improves pages that work without it: keeps what is typed, asks over the page, and serves offline.

const page = document.documentElement.dataset;

// MARK: What was typed

// What tells a form that is sent twice from two forms that say the same.
const onceNames = ["key", "once"];
// What a form carries unseen and is another one each time, or says nothing of which form it is.
const passing = ["form_token", "version", "mode", "conversation", ...onceNames];

const isTyped = (field) => {
  if (field instanceof HTMLSelectElement) {
    const own = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(own, 0);
  }
  const hasMark = field.type === "checkbox" || field.type === "radio";
  return hasMark ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
};

// What was typed and not taken yet, of this tab and reader alone; never a password or a code.
//
// Of each form it is kept what somebody typed, and what the form carried once it was sent: whoever
// does not know what came of it sends it again as the same one, and it is done once.
const kept = {
  // Forms of one page go to one address: the first field and what they carry tell them apart.
  key(form) {
    const hidden = [...form.elements].filter(
      ({ type, name }) => type === "hidden" && !passing.includes(name),
    );
    return [
      "typed",
      page.reader,
      form.getAttribute("action") ?? "",
      form.id,
      kept.fields(form)[0]?.id ?? "",
      ...hidden.map(({ name, value }) => `${name}=${value}`),
    ].join(" ");
  },

  fields: (form) =>
    [...form.elements].filter(
      (field) =>
        field.name !== "" &&
        !field.hidden &&
        field.matches("input, select, textarea") &&
        !["hidden", "password", "submit", "button", "file"].includes(field.type) &&
        field.autocomplete !== "one-time-code",
    ),

  read: (key) => JSON.parse(sessionStorage.getItem(key)) ?? { fields: [] },

  remember(form) {
    const key = kept.key(form);
    const { fields, sent } = kept.read(key);
    const names = new Set(fields.map(([name]) => name));
    const typed = kept.fields(form).filter((field) => isTyped(field) || names.has(field.name));
    // What was typed and taken out again was not typed.
    if (typed.every((field) => field.value === "" && !isTyped(field))) {
      sessionStorage.removeItem(key);
      return;
    }
    const values = typed.map((field) => [
      field.name,
      ["checkbox", "radio"].includes(field.type) ? field.checked : field.value,
      field.value,
    ]);
    sessionStorage.setItem(key, JSON.stringify({ fields: values, sent }));
  },

  restore(form) {
    const { fields, sent } = kept.read(kept.key(form));
    for (const [name, value, own] of fields) {
      for (const field of kept.fields(form).filter((field) => field.name === name)) {
        if (typeof value !== "boolean") {
          field.value = value;
        } else if (field.value === own) {
          field.checked = value;
        }
        if (isTyped(field)) {
          kept.unfold(field);
        }
      }
    }
    for (const [name, value] of Object.entries(sent ?? {})) {
      form.elements.namedItem(name)?.setAttribute("value", value);
    }
  },

  // What was typed is seen, also where it was folded away.
  unfold(field) {
    let fold = field.closest("details");
    while (fold !== null) {
      fold.open = true;
      fold = fold.parentElement.closest("details");
    }
  },

  // The words by which the server says which form it took; a browser may ask more than once what a
  // form says that is sent.
  words: new WeakMap(),

  send(form, data) {
    const word = kept.words.get(form) ?? Math.random().toString(36).slice(2);
    kept.words.set(form, word);
    const key = kept.key(form);
    const names = onceNames.filter((name) => data.has(name));
    const sent = Object.fromEntries(names.map((name) => [name, data.get(name)]));
    sessionStorage.setItem(key, JSON.stringify({ ...kept.read(key), sent }));
    sessionStorage.setItem(kept.last, JSON.stringify({ word, key }));
    data.set("sent", word);
  },

  // Where the form is noted that was sent last.
  last: "typed-last",

  // Takes notice of what came of the form that was sent last: taken, it is kept no more; shown
  // again, it is one that was not done. A server that was not reached has not said.
  hear() {
    const taken = /(?:^|; )purser-taken=([^;]*)/.exec(document.cookie)?.[1];
    const last = JSON.parse(sessionStorage.getItem(kept.last));
    if (taken !== undefined && (taken === last?.word || taken === "1")) {
      document.cookie = "purser-taken=; Path=/app; Max-Age=0; SameSite=Strict";
    }
    if (last === null) {
      return null;
    }
    const isTaken = taken === last.word;
    const isAnswer = page.position === undefined;
    if (isTaken) {
      sessionStorage.removeItem(last.key);
    } else if (isAnswer) {
      sessionStorage.setItem(
        last.key,
        JSON.stringify({ ...kept.read(last.key), sent: undefined }),
      );
    }
    if (isTaken || isAnswer) {
      sessionStorage.removeItem(kept.last);
    }
    return isAnswer ? last.key : null;
  },

  begin() {
    const answered = kept.hear();
    const [navigation] = performance.getEntriesByType("navigation");
    for (const form of document.querySelectorAll("main form[method=post]")) {
      // A form that changes itself, as one that is built of parts, comes back as it is now.
      if (kept.key(form) === answered && navigation?.responseStatus === 200) {
        kept.remember(form);
      } else {
        kept.restore(form);
      }
    }
    // Also of forms that come later.
    document.addEventListener("input", ({ target: { form } }) => {
      if (form?.matches("main form[method=post]")) {
        kept.remember(form);
      }
    });
    document.addEventListener("formdata", ({ target: form, formData }) => {
      const isPlain = form.enctype !== "multipart/form-data";
      if (form.matches("main form[method=post]") && isPlain && kept.fields(form).length > 0) {
        kept.send(form, formData);
      }
    });
  },

  forget() {
    for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith("typed"))) {
      sessionStorage.removeItem(key);
    }
  },
};

if (page.reader !== undefined) {
  kept.begin();
}

// MARK: Dialogs and toasts

// What asks before something is done is folded away, and opens over the page: the browser keeps the
// focus within and closes it by Escape. What was open from the beginning stays in its place.
const ask = (fold) => {
  const dialog = fold.querySelector(":scope > dialog");
  fold.open = true;
  dialog.open = false;
  dialog.showModal();
  dialog.setAttribute("aria-modal", "true");
  const field = dialog.querySelector("input:not([type=hidden], [hidden]), select, textarea");
  // Where nothing is typed, the return key leaves everything as it is.
  (field ?? dialog.querySelector("[data-close]")).focus();
  dialog.addEventListener(
    "close",
    () => {
      dialog.removeAttribute("aria-modal");
      fold.open = false;
      dialog.open = true;
      fold.querySelector("summary").focus();
    },
    { once: true },
  );
};

document.addEventListener("click", (event) => {
  const fold = event.target.closest("summary")?.parentElement;
  if (fold?.open === false && fold.querySelector(":scope > dialog") !== null) {
    event.preventDefault();
    ask(fold);
  }
  event.target.closest("dialog [data-close]")?.closest("dialog").close();
  const toast = event.target.closest(".toast [data-close]")?.closest(".toast");
  if (toast) {
    toast.hidden = true;
  }
});

// What is there from the beginning is not read aloud by itself; what is put there is.
for (const status of document.querySelectorAll(".toast > [role=status]")) {
  status.replaceChildren(...status.childNodes);
}

// MARK: Sessions

for (const form of document.querySelectorAll('form[action="/app/sign-out"]')) {
  form.addEventListener("submit", kept.forget);
}

// A device that a family shares keeps nothing from one of its members for the next.
if (page.family !== undefined) {
  kept.forget();
}

// A page of somebody that the browser has kept whole may be another one's by now, or nobody's.
addEventListener("pageshow", (event) => {
  if (event.persisted && page.reader !== undefined) {
    location.reload();
  }
});

// MARK: Offline

// A page that was kept says when it was seen.
if (page.seen !== undefined) {
  document.querySelector(".offline time").textContent = new Date(page.seen).toLocaleString(
    page.language,
    { dateStyle: "medium", timeStyle: "short" },
  );
  for (const button of document.querySelectorAll("form[method=post] button")) {
    button.disabled = true;
  }
}

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/app/worker.js", { scope: "/app" });
}
