// Shows pages that were seen before where the server cannot be reached, and answers nothing else.

const pages = "pages";
const assets = "assets";
// A page is shown no longer than a session lasts.
const longest = 24 * 3_600_000;
// What either cache holds: the pages seen last, the assets of this version and of the last ones.
const most = 40;
// Whoever waits longer than this is shown what was seen.
const patience = 5_000;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

const isAsset = (url) => url.pathname.startsWith("/app/assets/");
const isPage = (url) => url.pathname === "/app" || url.pathname.startsWith("/app/");

// Puts an answer behind all that are kept, and forgets the first of too many.
const put = async (cache, url, answer) => {
  await cache.delete(url);
  await cache.put(url, answer);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, -most).map((first) => cache.delete(first)));
};

const fetchAsset = async (request) => {
  const cache = await caches.open(assets);
  const known = await cache.match(request);
  if (known !== undefined) {
    return known;
  }
  const answer = await fetch(request);
  if (answer.ok) {
    await put(cache, request.url, answer.clone());
  }
  return answer;
};

const keep = async (request, answer) => {
  const headers = new Headers(answer.headers);
  headers.set("X-Seen", new Date().toISOString());
  const page = new Response(await answer.text(), { headers });
  await put(await caches.open(pages), request.url, page);
};

// The style that pages had last; none where no page was seen.
const style = async () => {
  const kept = await (await caches.open(assets)).keys();
  const paths = kept.map(({ url }) => new URL(url).pathname);
  return paths.findLast((path) => /\/purser-[0-9a-f]+\.css$/.test(path));
};

// What stands for a page that is not there. It is the worker's own: nothing of the address or of
// anybody is in it.
const missing = async () => {
  const path = await style();
  const link = path === undefined ? "" : `<link rel="stylesheet" href="${path}">`;
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not reachable – Purser</title>
${link}
</head>
<body>
<main class="narrow">
<p class="brand">Purser</p>
<section class="card"><h1>The server cannot be reached</h1>
<p>This page was not seen before, or too long ago to be shown as it was then.</p>
<p class="row"><a class="button" href="">Try again</a><a href="/app">To the beginning</a></p>
</section>
</main>
</body>
</html>
`;
  return new Response(page, {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; " +
        "frame-ancestors 'none'",
      "Cache-Control": "no-store",
    },
  });
};

const seen = async (request) => {
  const cache = await caches.open(pages);
  const page = await cache.match(request.url);
  const time = page?.headers.get("X-Seen");
  if (page === undefined || Date.now() - Date.parse(time) > longest) {
    return missing();
  }
  const text = (await page.text()).replace("<html ", `<html data-seen="${time}" `);
  return new Response(text, { headers: page.headers });
};

const fetchPage = async (event) => {
  const { request } = event;
  let answer;
  try {
    answer = await fetch(request, { signal: AbortSignal.timeout(patience) });
  } catch {
    return seen(request);
  }
  // A download is no page.
  const isShown = answer.headers.get("Content-Type")?.startsWith("text/html");
  if (answer.status === 200 && isShown) {
    event.waitUntil(keep(request, answer.clone()));
  }
  return answer;
};

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) {
    return;
  }
  if (isAsset(url)) {
    event.respondWith(fetchAsset(event.request));
  } else if (url.pathname === "/app/sign-in") {
    // Nobody is signed in any more, so nothing is shown of who was.
    event.waitUntil(caches.delete(pages));
  } else if (event.request.mode === "navigate" && isPage(url)) {
    event.respondWith(fetchPage(event));
  }
});
