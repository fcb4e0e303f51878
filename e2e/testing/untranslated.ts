import type { Page } from 'playwright-core'

/** Names that are the same in every language, such as that of a plan, and the form of a code. */
const properNames =
  'Openspot English Growing Visa Mastercard Chrome Linux OpenStreetMap contributors XXXXX'.split(' ')

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

/**
 * Lists the texts of a page in the pseudo-locale `en-XA` that are neither a message, which has no unaccented letters, nor
 * data: strings of the API's answers, such as names and addresses, and what the page's scripts have for the first paint.
 */
export const listUntranslated = (page: Page): Promise<string[]> =>
  page.evaluate(async (names) => {
    // Names of languages are in those languages. Names of headers and tags are the same in every language.
    const left = 'script, style, noscript, iframe, [aria-hidden="true"], body [lang], [translate="no"]'
    const named = ['aria-label', 'placeholder', 'title', 'alt']
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = new Set<string>([document.title])
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent && !parent.closest(left)) texts.add(node.textContent ?? '')
    }
    for (const element of document.querySelectorAll(named.map((name) => `[${name}]`).join())) {
      if (element.closest('[aria-hidden="true"]')) continue
      // The frame of another site, such as the payment provider's card fields, is named by its own script.
      if (element instanceof HTMLIFrameElement && !element.src.startsWith(window.location.origin)) continue
      for (const name of named) texts.add(element.getAttribute(name) ?? '')
    }
    const strings = new Set<string>()
    const add = (value: unknown): void => {
      if (typeof value === 'string') strings.add(value)
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(add)
    }
    // Read after the texts, because the page may show an answer that arrived since; it is never shown before it arrived.
    add(await Promise.all(window.apiAnswers ?? []))
    const scripts = [...document.scripts].map((script) => script.textContent ?? '').join('\n')
    const data = [...strings, scripts.replaceAll('\\"', '"').replaceAll('\\u0026', '&')].join('\n')
    const isData = (words: string): boolean => strings.has(words) || data.includes(words)
    // A name and the color and make of a vehicle are put together from several values.
    // The first is written with a capital, even if it was typed without.
    const isPart = (word: string): boolean =>
      names.includes(word) || isData(word) || isData(word.charAt(0).toLowerCase() + word.slice(1))
    const known = (words: string): boolean => isData(words) || words.split(/[ .&-]+/).every(isPart)
    return [...texts].filter((text) => {
      // Runs of unaccented words. Single units and codes, such as "US$" and "PM", are formats.
      const runs = text.match(/[A-Za-z]{3,}(?:[ ’'.&-]+[A-Za-z]+)*/g) ?? []
      return runs.some((words) => !known(words))
    })
  }, properNames)
