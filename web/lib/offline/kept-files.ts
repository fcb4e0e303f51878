const pathOf = (url: string): string[] => {
  const { origin, pathname } = new URL(url, window.location.href)
  return origin === window.location.origin ? [pathname] : []
}

/** Returns the paths of the scripts and other files that the open page has loaded, of those that `keeps` accepts. */
export function loadedFiles(keeps: RegExp): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const linked = [...document.querySelectorAll('script[src], link[href]')].map(
    (each) => each.getAttribute('src') ?? each.getAttribute('href') ?? '',
  )
  return [...new Set([...loaded, ...linked].flatMap(pathOf))].filter((path) => keeps.test(path))
}

/** Returns the paths of the pictures that the open page shows. */
export function shownPictures(): string[] {
  const shown = [...document.querySelectorAll('img[src], image[href]')].map(
    (each) => each.getAttribute('src') ?? each.getAttribute('href') ?? '',
  )
  return [...new Set(shown.flatMap(pathOf))].filter((path) => path.startsWith('/api/'))
}

/** Adds files to a cache that doesn't have them yet. */
export async function addMissing(cache: Cache, files: readonly string[]): Promise<void> {
  const missing = await Promise.all(
    files.map(async (file) => ((await cache.match(file)) === undefined ? [file] : [])),
  )
  await cache.addAll(missing.flat())
}
