import type { Page } from 'playwright-core'

/** Names that are the same in every language, such as that of a plan, and the form of a code. */
const properNames = new Set(
  'Openspot English Growing Visa Mastercard Chrome Linux OpenStreetMap contributors XXXXX'.split(' '),
)

declare global {
  interface Window {
    /** The bodies of all API answers of the page. */
    apiAnswers?: Promise<unknown>[]
  }
}

/**
 * Keeps the bodies of all API answers of each page that is opened from now on, as the page itself reads them. The browser's own log of
 * answers loses a body now and then, and the names in it would count as texts without a translation.
 */
export const keepApiAnswers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const answers: Promise<unknown>[] = []
    window.apiAnswers = answers
    const original = window.fetch
    window.fetch = async (...request) => {
      const answer = await original(...request)
      // Event streams never end, and have no JSON.
      if (/json/.test(answer.headers.get('content-type') ?? ''))
        answers.push(answer.clone().json().catch(String))
      return answer
    }
  })

/** The strings of all API answers of the open page: names, addresses, and other data, which is not translated. */
async function dataOf(page: Page): Promise<ReadonlySet<string>> {
  const strings = new Set<string>()
  addStrings(await page.evaluate(() => Promise.all(window.apiAnswers ?? [])), strings)
  return strings
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
export async function listUntranslated(page: Page): Promise<string[]> {
  const { texts, scripts } = await page.evaluate(() => {
    // Names of languages are in those languages. Names of headers and tags are the same in every language.
    const left = 'script, style, noscript, iframe, [aria-hidden="true"], body [lang], [translate="no"]'
    const named = ['aria-label', 'placeholder', 'title', 'alt']
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = new Set<string>([document.title])
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent && !parent.closest(left)) found.add(node.textContent ?? '')
    }
    for (const element of document.querySelectorAll(named.map((name) => `[${name}]`).join())) {
      if (element.closest('[aria-hidden="true"]')) continue
      // The frame of another site, such as the payment provider's card fields, is named by its own script.
      if (element instanceof HTMLIFrameElement && !element.src.startsWith(window.location.origin)) continue
      for (const name of named) found.add(element.getAttribute(name) ?? '')
    }
    const inScripts = [...document.scripts].map((script) => script.textContent ?? '').join('\n')
    return { texts: [...found], scripts: inScripts.replaceAll('\\"', '"').replaceAll('\\u0026', '&') }
  })
  // Read after the texts, because the page may show an answer that arrived since; it is never shown before it arrived.
  const values = [...(await dataOf(page)), scripts]
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
