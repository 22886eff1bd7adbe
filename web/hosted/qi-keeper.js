// Keeps the page for the time without a network. {{name}} differs from page to page.
addEventListener("install", (event) => event.waitUntil(caches.open("{{name}}")
  .then((kept) => kept.addAll(["./", "qi.webmanifest", "icon.svg"]))
  .then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(caches.keys()
  .then((names) => Promise.all(names.filter((name) => name.startsWith("qi-") &&
    name !== "{{name}}").map((name) => caches.delete(name))))
  .then(() => clients.claim())));
addEventListener("fetch", (event) => event.respondWith(
  caches.match(event.request, {ignoreSearch: true})
    .then((kept) => kept ?? fetch(event.request))));
