// Opens the patrol pages without a connection, from what they have kept (web/lib/patrol/shell.ts). It answers nothing else: all data
// comes from the API or from the database of the device.
const CACHE = 'openspot-patrol'
const PATIENCE_MS = 5000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(event, url.pathname))
  else if (url.pathname.startsWith('/_next/static/') || url.pathname === '/patrol.webmanifest')
    event.respondWith(kept(url.pathname).then((found) => found ?? fetch(request)))
})

const kept = async (path) => (await caches.open(CACHE)).match(path)

/** Prefers the server's page, and takes the kept one if the server doesn't answer soon. */
async function openPage(event, path) {
  const fetched = fetch(event.request)
  const found = await kept(path)
  if (!found) return fetched
  const late = new Promise((resolve) => setTimeout(() => resolve(found), PATIENCE_MS))
  return Promise.race([fetched.then((page) => (page.status >= 500 ? found : page)).catch(() => found), late])
}
