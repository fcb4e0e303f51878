import { isBuilt } from '@/lib/env.ts'
import { clearKeptPages, PAGES_CACHE } from '@/lib/kept-pages.ts'
import { hasSignedInHint, isOfAnother } from '@/lib/signed-in-hint.ts'
import { isViewing } from '@/lib/view-hint.ts'
import { addMissing, loadedFiles, shownPictures } from './kept-files.ts'

/** More than anyone has ahead of them. Scripts of previous versions go with the rest. */
const MAX_ENTRIES = 400
let lastKept = ''
const files = /^\/(?:_next\/static\/|icon\.svg)/

/**
 * Keeps the open page, which shows a pass of `user_id`, so that it opens without a connection. The page comes last, so that a kept page
 * always has its scripts. `mark` is a text that the page has only if it shows the pass; another page, such as one of an error, is not
 * kept. A page that anyone with its address may see has no person.
 */
export async function keepPage({
  user_id,
  mark,
  version,
}: {
  user_id: string | null
  mark: string
  /** What the page shows: the same is kept once. */
  version: string
}): Promise<void> {
  // What a platform admin sees as someone else must not stay on their device.
  if (!isBuilt || !('caches' in window) || isViewing()) return
  const { pathname } = window.location
  const shown = `${pathname} ${version}`
  if (shown === lastKept) return
  if ((await caches.open(PAGES_CACHE).then((cache) => cache.keys())).length > MAX_ENTRIES)
    await clearKeptPages()
  const cache = await caches.open(PAGES_CACHE)
  await addMissing(cache, loadedFiles(files))
  // A picture that is gone meanwhile is no reason to have no pass.
  await Promise.allSettled(shownPictures().map((path) => addMissing(cache, [path])))
  const page = await fetch(pathname, { redirect: 'error' })
  const text = await page.text()
  if (!page.ok || !text.includes(mark)) return
  if (isAllowed(user_id)) {
    await cache.put(pathname, marked(text, page.headers, pathname))
    lastKept = shown
  }
  // Signed out in another tab meanwhile.
  if (!isAllowed(user_id)) await clearKeptPages()
}

/** The page as it is kept: it knows that the worker showed it, because nothing else tells a page so. */
function marked(text: string, from: Headers, pathname: string): Response {
  const headers = new Headers(from)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(text.replace('<html', `<html data-kept="${pathname}"`), { headers })
}

/** Whether the worker showed the open page as it was kept, and nothing newer has arrived since. */
export const isKeptPage = (): boolean => document.documentElement.dataset['kept'] === window.location.pathname
export function setPageRefreshed(): void {
  delete document.documentElement.dataset['kept']
}

const isAllowed = (user_id: string | null) => user_id === null || (hasSignedInHint() && !isOfAnother(user_id))
