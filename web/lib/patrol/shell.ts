import { isBuilt } from '@/lib/env.ts'
import { SHELL_CACHE } from './device.ts'

/** Registers the service worker that opens the patrol pages without a connection. */
export async function registerWorker(): Promise<void> {
  // During development the scripts change with every edit, so nothing of them is kept.
  if (!isBuilt || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/patrol-sw.js', { scope: '/patrol' })
}

/**
 * Keeps the open page with everything that it has loaded. The page comes last, so that a kept page always has its scripts. It has no
 * data of a person or a lot: those are in the database of the device.
 */
export async function keepShell(): Promise<void> {
  if (!isBuilt || !('caches' in window)) return
  const cache = await caches.open(SHELL_CACHE)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const linked = [...document.querySelectorAll('script[src], link[href]')].map(
    (each) => each.getAttribute('src') ?? each.getAttribute('href') ?? '',
  )
  const files = new Set([...loaded, ...linked].flatMap(toKeep))
  const missing = await Promise.all(
    [...files].map(async (file) => ((await cache.match(file)) === undefined ? [file] : [])),
  )
  await cache.addAll(missing.flat())
  const page = await fetch(window.location.pathname, { redirect: 'error' })
  if (page.ok) await cache.put(window.location.pathname, page)
}

/** Deletes the kept pages, such as those of a previous version, before new ones are kept. */
export async function clearShell(): Promise<void> {
  if ('caches' in window) await caches.delete(SHELL_CACHE)
}

function toKeep(url: string): string[] {
  const { origin, pathname } = new URL(url, window.location.href)
  if (origin !== window.location.origin) return []
  return /^\/(?:_next\/static\/|patrol-icon|icon\.svg|patrol\.webmanifest)/.test(pathname) ? [pathname] : []
}
