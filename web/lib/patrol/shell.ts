import { isBuilt } from '@/lib/env.ts'
import { addMissing, loadedFiles } from '@/lib/offline/kept-files.ts'
import { SHELL_CACHE } from './device.ts'

const files = /^\/(?:_next\/static\/|patrol-icon|icon\.svg|patrol\.webmanifest)/

/**
 * Keeps the open page with everything that it has loaded. The page comes last, so that a kept page always has its scripts. It has no
 * data of a person or a lot: those are in the database of the device.
 */
export async function keepShell(): Promise<void> {
  if (!isBuilt || !('caches' in window)) return
  const cache = await caches.open(SHELL_CACHE)
  await addMissing(cache, loadedFiles(files))
  const page = await fetch(window.location.pathname, { redirect: 'error' })
  if (page.ok) await cache.put(window.location.pathname, page)
}

/** Deletes the kept pages, such as those of a previous version, before new ones are kept. */
export async function clearShell(): Promise<void> {
  if ('caches' in window) await caches.delete(SHELL_CACHE)
}
