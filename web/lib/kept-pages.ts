/** The cache of pages with data of a person, and of their scripts and pictures. The service worker reads it. */
export const PAGES_CACHE = 'openspot-pages'

/** Deletes the kept pages, which may be of another person than the one who uses this browser next. */
export async function clearKeptPages(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(PAGES_CACHE)
}
