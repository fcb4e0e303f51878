import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

export interface Violation {
  id: string
  elements: string[]
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What makes axe fast: nothing that no test reads is computed. An email in the mailbox is in a frame without scripts, in which axe
 * cannot run.
 */
export const fast = {
  iframes: false,
  preload: false,
  selectors: false,
  resultTypes: ['violations'],
} as const satisfies RunOptions

/** Loads axe into the page's document, once for each document. */
export async function loadAxe(page: Page): Promise<void> {
  // The debugger is not subject to the page's content security policy. The source ends with a value that can't be returned.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${source};0`)
}

/** Lists what axe finds with all rules except contrast, and except those that `rules` changes. */
export async function listAxeViolations(page: Page, rules: RunOptions['rules'] = {}): Promise<Violation[]> {
  await loadAxe(page)
  const options = { ...fast, rules: { 'color-contrast': { enabled: false }, ...rules } }
  return page.evaluate(async (given) => {
    const { violations } = await window.axe.run(document, given as RunOptions)
    return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }))
  }, options)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
