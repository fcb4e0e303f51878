// Opens pages without a connection, from what they have kept: those of the patrol (web/lib/patrol/shell.ts) and passes
// (web/lib/offline/keep-page.ts). It answers nothing else: all other data comes from the API or from the database of the device.
const PAGES = 'openspot-pages'
const PATIENCE_MS = 5000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(event, url.pathname))
  else if (isKeptFile(request, url.pathname))
    event.respondWith(kept(url.pathname).then((found) => found ?? fetch(request)))
})

/** Scripts and pictures of one address never change. */
const isKeptFile = ({ destination }, path) =>
  path.startsWith('/_next/static/') ||
  path === '/patrol.webmanifest' ||
  (destination === 'image' && path.startsWith('/api/'))

const kept = (path) => caches.match(path)

/** Prefers the server's page, and takes the kept one if the server doesn't answer soon. */
async function openPage(event, path) {
  const fetched = fetch(event.request)
  const found = await kept(path)
  if (!found) return fetched.catch((error) => toPasses(path, error))
  const late = new Promise((resolve) => setTimeout(() => resolve(found), PATIENCE_MS))
  const answered = fetched.then(async (page) => {
    // A pass that leads elsewhere now, such as to the sign-in, is not this person's to see without a connection.
    if (page.type === 'opaqueredirect' && !path.startsWith('/patrol')) await caches.delete(PAGES)
    return page.status >= 500 ? found : page
  })
  return Promise.race([answered.catch(() => found), late])
}

/** Leads from an own page that wasn't kept to the kept passes, which say that there is no connection, rather than to the browser's error. */
async function toPasses(path, error) {
  if (path.startsWith('/me/') && (await kept('/me'))) return Response.redirect('/me')
  throw error
}
