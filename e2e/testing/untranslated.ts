import type { Page } from 'playwright-core'

/** Names that are the same in every language, such as that of a plan, and the form of a code. */
const properNames = new Set(
  'Openspot English Growing Visa Mastercard Chrome Linux OpenStreetMap contributors XXXXX'.split(' '),
)

/** Collects the strings of all API answers of a page: names, addresses, and other data, which is not translated. */
export function collectData(page: Page): () => Promise<ReadonlySet<string>> {
  const strings = new Set<string>()
  const reads: Promise<void>[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/api/') || !/json/.test(response.headers()['content-type'] ?? '')) return
    // The answer is gone if the page was left meanwhile. Its text is not on the next page then.
    reads.push(
      response.json().then(
        (body: unknown) => addStrings(body, strings),
        () => undefined,
      ),
    )
  })
  // The page shows an answer before this process has read it.
  return async () => {
    await Promise.all(reads.splice(0))
    return strings
  }
}

function addStrings(value: unknown, strings: Set<string>): void {
  if (typeof value === 'string') strings.add(value)
  else if (typeof value === 'object' && value !== null)
    for (const child of Object.values(value)) addStrings(child, strings)
}

/**
 * Lists the texts of a page in the pseudo-locale `en-XA` that are neither a message, which has no unaccented letters, nor
 * data. The data of the first paint is in the page's scripts.
 */
export async function listUntranslated(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  const { texts, scripts } = await page.evaluate(() => {
    // Names of languages are in those languages.
    const left = 'script, style, noscript, iframe, [aria-hidden="true"], body [lang]'
    const named = ['aria-label', 'placeholder', 'title', 'alt']
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = new Set<string>([document.title])
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent && !parent.closest(left)) found.add(node.textContent ?? '')
    }
    for (const element of document.querySelectorAll(named.map((name) => `[${name}]`).join())) {
      if (element.closest('[aria-hidden="true"]')) continue
      for (const name of named) found.add(element.getAttribute(name) ?? '')
    }
    const inScripts = [...document.scripts].map((script) => script.textContent ?? '').join('\n')
    return { texts: [...found], scripts: inScripts.replaceAll('\\"', '"').replaceAll('\\u0026', '&') }
  })
  const values = [...data, scripts]
  const isData = (words: string): boolean => values.some((value) => value.includes(words))
  // A name and the color and make of a vehicle are put together from several values.
  const known = (words: string): boolean =>
    isData(words) || words.split(/[ .&-]+/).every((word) => properNames.has(word) || isData(word))
  return texts.filter((text) => {
    // Runs of unaccented words. Single units and codes, such as "US$" and "PM", are formats.
    const runs = text.match(/[A-Za-z]{3,}(?:[ ’'.&-]+[A-Za-z]+)*/g) ?? []
    return runs.some((words) => !known(words))
  })
}
