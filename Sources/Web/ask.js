// Shows an answer while it is made. The forms bring the same page without this module.

const byID = (id, root = document) => root.getElementById(id);
const telling = byID("telling");
const talk = byID("talk");
const quick = byID("quick");
const question = talk.elements.message;
const stop = telling.querySelector("button");
const ends = byID("ask-end");
const brokenText = ends.querySelector("[data-end=broken] span");
const brokenWords = brokenText.textContent;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// The answer that is on its way, and whether the next form is the browser's to send.
let running = null;
let isPlain = false;

// The events of a stream, each a kind and a line of JSON (WHATWG HTML, section 9.2).
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    const blocks = (text + value).split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const found = /^event: ([a-z]+)\ndata: ([^\n]*)$/.exec(block);
      if (found !== null) {
        yield { kind: found[1], data: JSON.parse(found[2]) };
      }
    }
  }
}

// Writes into the field as somebody who types, so that app.js keeps it, or keeps it no more.
const type = (text) => {
  question.value = text;
  question.dispatchEvent(new Event("input", { bubbles: true }));
};

// The question is kept in the field, unless somebody began another one there.
const keep = (asked) => {
  if (question.value.trim() === "") {
    type(asked);
  }
};

const show = (end, text) => {
  for (const part of ends.querySelectorAll("[data-end]")) {
    part.hidden = part.dataset.end !== end;
  }
  ends.querySelector("[data-end=told]").textContent = text ?? "";
};

const begin = (asked, text) => {
  show("none");
  telling.querySelector(".asked .text").textContent = asked;
  text.replaceChildren();
  telling.hidden = false;
  for (const button of document.querySelectorAll("#talk button, #quick button")) {
    button.disabled = true;
  }
  stop.focus({ preventScroll: true });
  telling.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
};

const finish = (focused) => {
  const isOurs = [stop, document.body].includes(document.activeElement);
  telling.hidden = true;
  for (const button of document.querySelectorAll("#talk button, #quick button")) {
    button.disabled = false;
  }
  if (isOurs) {
    focused.focus({ preventScroll: true });
  }
};

// Takes over from the page what the answer changed of it; the forms stay, with what is typed.
const takeOver = ({ page, path }, asked) => {
  const other = new DOMParser().parseFromString(page, "text/html");
  for (const id of ["ask-head", "ask-notices", "ask-said", "message-label", "ask-deletion"]) {
    byID(id).replaceWith(byID(id, other));
  }
  for (const form of [talk, quick]) {
    for (const name of ["key", "conversation"]) {
      form.elements[name].value = byID(form.id, other).elements[name].value;
    }
  }
  byID("message-problem")?.remove();
  question.removeAttribute("aria-invalid");
  question.removeAttribute("aria-describedby");
  if (question.value.trim() === asked.trim()) {
    type("");
  }
  history.replaceState(null, "", path);
};

// Shows the pieces as they come; the last event says how it ended.
const follow = async (body, text) => {
  for await (const { kind, data } of events(body)) {
    if (kind === "delta") {
      text.append(data.text);
    } else if (kind === "replace") {
      text.replaceChildren();
    } else {
      return { kind, data };
    }
  }
  return { kind: "broken" };
};

const ask = async (fields, signal, text) => {
  const answer = await fetch(telling.dataset.path, {
    method: "POST",
    headers: { Accept: "text/event-stream" },
    body: fields,
    redirect: "manual",
    signal,
  });
  const isTold = answer.headers.get("Content-Type")?.startsWith("text/event-stream");
  return answer.ok && isTold ? follow(answer.body, text) : { kind: "refused" };
};

// What is refused, and who is not signed in any more, gets the page that says so.
const sendPlainly = (form, submitter, asked) => {
  keep(asked);
  isPlain = true;
  form.requestSubmit(submitter);
};

const submit = async (form, submitter) => {
  const fields = new URLSearchParams(new FormData(form));
  if (submitter?.name) {
    fields.set(submitter.name, submitter.value);
  }
  const asked = fields.get("message");
  const text = telling.querySelector(".told .text");
  running = new AbortController();
  begin(asked, text);
  let end;
  try {
    end = await ask(fields, running.signal, text);
  } catch {
    end = { kind: running.signal.aborted ? "stopped" : "broken" };
  }
  running = null;
  finish(submitter ?? question);
  if (end.kind === "message") {
    takeOver(end.data, asked);
    show("told", end.data.summary);
  } else if (end.kind === "refused" || end.data?.isSignedOut) {
    sendPlainly(form, submitter, asked);
  } else {
    keep(asked);
    brokenText.textContent = end.data?.text ?? brokenWords;
    show(end.kind === "stopped" ? "stopped" : "broken");
  }
};

stop.addEventListener("click", () => running?.abort());

const canTell = "TextDecoderStream" in globalThis && "requestSubmit" in talk;

for (const form of canTell ? [talk, quick] : []) {
  form.addEventListener("submit", (event) => {
    if (isPlain) {
      return;
    }
    event.preventDefault();
    if (running === null) {
      submit(form, event.submitter);
    }
  });
}
