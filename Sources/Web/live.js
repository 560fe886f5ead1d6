// Shows in an open page what is new, and what is looked for, without loading it again.

const page = document.documentElement.dataset;
const main = document.getElementById("main");

// MARK: Parts

// What the parts of a page show, and the kinds of news that concern it.
const concerns = {
  approvals: ["approval.requested", "approval.decided"],
  money: ["changed", "import_progress"],
  policies: ["policy.changed"],
  // What children do and ask for is no event; it is asked for by the clock.
  tasks: [],
};

const partsOf = (root) =>
  new Map([...root.querySelectorAll("[data-live]")].map((part) => [part.dataset.live, part]));

const shows = (root, what) => root.querySelector(`[data-shows~="${what}"]`) !== null;

// A form's key is another one each time, and shows nothing; an age grows by itself.
const shown = (part) =>
  part.outerHTML.replace(/(name="key" value="|data-age="">)[^"<]*/g, "$1");

// Tells how long ago something was, in its place, so that nothing moves for it.
const tellAges = (part, later) => {
  const ages = later.querySelectorAll("[data-age]");
  part.querySelectorAll("[data-age]").forEach((age, place) => {
    age.textContent = ages[place].textContent;
  });
};

const isTyped = (field) => {
  if (field instanceof HTMLSelectElement) {
    const own = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(own, 0);
  }
  const hasMark = field.type === "checkbox" || field.type === "radio";
  return hasMark ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
};

const hasTyped = (part) => [...part.querySelectorAll("input, select, textarea")].some(isTyped);

const isInUse = (part) =>
  part.contains(document.activeElement) ||
  part.querySelector("details[open]") !== null ||
  hasTyped(part);

// What was said of a part last, so that nothing is said twice.
const said = new Map([...partsOf(document)].map(([name, part]) => [name, part.dataset.says]));

const say = (text) => {
  document.getElementById("said").textContent = text;
};

// Whoever was about to press something finds another thing there, and has a moment to see it.
const settling = 600;
let settled;
const settle = () => {
  main.dataset.settling = "";
  clearTimeout(settled);
  settled = setTimeout(() => delete main.dataset.settling, settling);
};

// Those of the frame may be there twice, of which one is seen; those of the page always are.
const isSeen = (part) => main.contains(part) || part.checkVisibility();

// Puts the parts of a later state of the page in the place of those that differ, and says the first
// of what is new; those in use stay, and are answered.
const show = (later) => {
  const fresh = partsOf(later);
  const texts = [];
  const left = [];
  for (const [name, part] of partsOf(document)) {
    const other = fresh.get(name);
    if (other === undefined) {
      continue;
    }
    if (shown(other) === shown(part)) {
      tellAges(part, other);
      continue;
    }
    const text = other.dataset.says;
    if (text !== undefined && text !== said.get(name) && isSeen(part)) {
      texts[main.contains(part) ? "unshift" : "push"](text);
    }
    said.set(name, text);
    if (isInUse(part)) {
      left.push(part);
      continue;
    }
    if (main.contains(part)) {
      settle();
    }
    part.replaceWith(other);
  }
  if (texts.length > 0) {
    say(texts[0]);
  }
  return left;
};

// The answer to a page's address with its document, which is empty where the answer is no page.
const fetchPage = async (url, signal) => {
  const headers = { Accept: "text/html" };
  const answer = await fetch(url, { headers, redirect: "manual", signal });
  const isPage = answer.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const text = isPage ? await answer.text() : "";
  return { answer, document: new DOMParser().parseFromString(text, "text/html") };
};

// MARK: News

// The longest that a page goes without a look at what is new: where no stream tells it, and where
// one tells all but what is no event.
const tick = 20_000;
const seldom = 3;
// The shortest time between two looks.
const pause = 1_000;
// A stream that says nothing for three times as long as it may is none.
const silence = 45_000;

const news = {
  position: page.position,
  stream: null,
  // Whether the stream has been heard: a proxy may let it through only when it is over.
  isHeard: false,
  ticks: 0,
  isLooking: false,
  isWanted: false,
  // The parts that were in use, and show less than there is.
  behind: [],

  async look() {
    news.isWanted = true;
    if (news.isLooking) {
      return;
    }
    news.isLooking = true;
    while (news.isWanted && !document.hidden && news.clock !== undefined) {
      news.isWanted = false;
      await news.renew();
      await new Promise((done) => setTimeout(done, pause));
    }
    news.isLooking = false;
  },

  async renew() {
    const url = location.href;
    try {
      const { answer, document: later } = await fetchPage(url);
      if (answer.type === "opaqueredirect") {
        news.end();
      } else if (answer.ok && url === location.href) {
        news.behind = show(later);
      }
    } catch {
      // It is asked for again.
    }
  },

  open() {
    if (news.stream !== null || document.hidden) {
      return;
    }
    const stream = new EventSource(`/app/events?after=${news.position}`);
    news.stream = stream;
    news.wait();
    stream.addEventListener("alive", news.hear);
    stream.addEventListener("news", (event) => {
      news.hear(event);
      const told = event.data.split(" ");
      const concerned = Object.keys(concerns).filter((what) => shows(document, what));
      if (concerned.some((what) => concerns[what].some((kind) => told.includes(kind)))) {
        news.look();
      }
    });
    stream.addEventListener("error", () => {
      news.isHeard = false;
      page.news = "asked";
      // The browser opens it again, unless it was refused.
      if (stream.readyState === EventSource.CLOSED) {
        news.close();
      }
    });
  },

  hear({ lastEventId }) {
    news.position = lastEventId || news.position;
    news.isHeard = true;
    page.news = "told";
    news.wait();
  },

  wait() {
    clearTimeout(news.deadline);
    news.deadline = setTimeout(news.close, silence);
  },

  close() {
    clearTimeout(news.deadline);
    news.stream?.close();
    news.stream = null;
    news.isHeard = false;
    page.news = "asked";
  },

  // How many ticks lie between two looks.
  get pace() {
    if (!news.isHeard) {
      return main.querySelector("[data-live]") === null ? seldom : 1;
    }
    if (shows(main, "tasks")) {
      return 1;
    }
    // What waits is counted beside every page of a parent, tasks among it.
    const isCounted = main.querySelector("[data-live]") !== null || shows(document, "tasks");
    return isCounted ? seldom : Infinity;
  },

  tick() {
    if (document.hidden) {
      return;
    }
    news.ticks += 1;
    if (news.ticks % news.pace === 0) {
      news.look();
    }
    if (news.ticks % seldom === 0) {
      news.open();
    }
  },

  // A hidden page holds no stream, and sees what it missed when it is shown again.
  turn() {
    if (document.hidden) {
      news.close();
    } else {
      news.look();
      news.open();
    }
  },

  begin() {
    page.news = "asked";
    news.clock = setInterval(news.tick, tick);
    document.addEventListener("visibilitychange", news.turn);
    // Who leaves a part has the next one only afterwards.
    document.addEventListener("focusout", () => setTimeout(news.catchUp));
    news.open();
  },

  catchUp() {
    if (news.behind.some((part) => part.isConnected && !isInUse(part))) {
      news.look();
    }
  },

  end() {
    clearInterval(news.clock);
    news.clock = undefined;
    document.removeEventListener("visibilitychange", news.turn);
    news.close();
  },
};

// A page that answers a form stays as it is, and one that was kept says when it was seen.
if (page.position !== undefined && page.seen === undefined) {
  news.begin();
}

// MARK: Search

// How long somebody who types is waited for.
const patience = 300;
// The longest that a server that is asked too much is left alone.
const longestPatience = 60_000;

const search = {
  form: document.querySelector("form[data-finds]"),
  asked: new AbortController(),

  later(delay = patience) {
    clearTimeout(search.timer);
    search.timer = setTimeout(search.find, delay);
  },

  get url() {
    const url = new URL(search.form.action);
    for (const [name, value] of new FormData(search.form)) {
      if (value !== "") {
        url.searchParams.append(name, value);
      }
    }
    return url.href;
  },

  // Whether what was found before is in use: it stays for as long. What is typed about one of the
  // transactions is not thrown away; the button leads on.
  get isLeft() {
    const { results } = search;
    return results.contains(document.activeElement) || hasTyped(results);
  },

  get results() {
    return main.querySelector('[data-live="results"]');
  },

  // A form that was opened in the list, and nothing typed into, keeps nothing from being shown.
  fold() {
    for (const opened of search.results.querySelectorAll("details[open]")) {
      opened.open = false;
    }
  },

  stop() {
    clearTimeout(search.timer);
    search.asked.abort();
  },

  async find() {
    search.stop();
    const { url } = search;
    if (search.isLeft) {
      main.addEventListener("focusout", () => search.later(), { once: true });
      return;
    }
    if (url === location.href) {
      return;
    }
    search.asked = new AbortController();
    const { signal } = search.asked;
    try {
      const { answer, document: found } = await fetchPage(url, signal);
      if (signal.aborted) {
        return;
      }
      if (search.isLeft) {
        search.later();
      } else {
        search.show(answer, found, url);
      }
    } catch {
      // Somebody typed on, or no answer came; the button asks again.
    }
  },

  show(answer, found, url) {
    if (answer.type === "opaqueredirect") {
      location.assign(url);
    } else if (answer.status === 429) {
      const seconds = Number(answer.headers.get("Retry-After")) || 1;
      search.later(Math.min(seconds * 1_000, longestPatience));
    } else if (answer.ok) {
      search.tell("");
      search.fold();
      show(found);
      history.replaceState(null, "", url);
      say(main.querySelector(".head .sub").textContent);
    } else {
      search.tell(search.problem(found));
    }
  },

  tell(problem) {
    document.getElementById("q-problem").textContent = problem;
  },

  // What is wrong with a field, which may be half typed: its place is not changed for that.
  problem(found) {
    const problem = found.querySelector("form[data-finds] .error:not(:empty)");
    const label = problem?.closest(".field")?.querySelector("label");
    const words = problem?.textContent ?? "This could not be looked for";
    return label ? `${label.textContent}: ${words}` : words;
  },
};

if (search.form !== null && page.seen === undefined) {
  search.form.addEventListener("input", ({ isComposing }) => {
    if (!isComposing) {
      search.later();
    }
  });
  search.form.addEventListener("compositionend", () => search.later());
  search.form.addEventListener("submit", search.stop);
}
