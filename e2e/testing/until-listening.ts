import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Makes opening and reloading a page wait until React listens to all of its buttons and fields. A page is shown before that, and a test
 * is faster than a person, so its click would be lost.
 */
export function waitUntilListening(page: Page): void {
  const [goto, reload, waitForURL] = [
    page.goto.bind(page),
    page.reload.bind(page),
    page.waitForURL.bind(page),
  ]
  page.goto = async (...args) => {
    const answer = await goto(...args)
    // A test that waits only for the first byte wants the page before it listens.
    if (args[1]?.waitUntil !== 'commit') await listening(page)
    return answer
  }
  page.reload = async (...args) => {
    const answer = await reload(...args)
    await listening(page)
    return answer
  }
  page.waitForURL = async (...args) => {
    await waitForURL(...args)
    await listening(page)
  }
}

const listening = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate(deafElements)).toEqual([])
}

/**
 * Lists what React doesn't listen to. The controls of a map and of a bot check are not React's, and neither are copies of a field that
 * measure its text, and pages of vendors and files.
 */
function deafElements(): string[] {
  if (document.querySelector('script[src*="/_next/"]') === null) return []
  return [...document.querySelectorAll('button, input:not([type=hidden]), select, textarea')]
    .filter((element) => element.closest('.maplibregl-map, altcha-widget, [aria-hidden=true]') === null)
    .filter((element) => !Object.keys(element).some((key) => key.startsWith('__reactProps')))
    .map((element) => element.outerHTML.slice(0, 200))
}
