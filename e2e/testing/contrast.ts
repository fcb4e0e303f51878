import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { fast, loadAxe, type Violation } from './axe.ts'

/**
 * The looks whose contrast has passed. Axe spends most of its time on contrast, and most texts look like one on another
 * screen, so each look is measured once in a process.
 */
const passed = new Set<string>()

/** Lists the texts of a page that lack contrast, of those that do not look like one that has passed. */
export async function listContrastViolations(page: Page): Promise<Violation[]> {
  const looks = await page.evaluate(markLooks, [...passed])
  if (looks === 0) return []
  await loadAxe(page)
  const result = await page.evaluate(measureLooks, options)
  for (const look of result.passed) passed.add(look)
  return result.violations
}

const options = {
  ...fast,
  elementRef: true,
  resultTypes: ['violations', 'passes'],
  runOnly: { type: 'rule', values: ['color-contrast'] },
} satisfies RunOptions

/**
 * Marks three visible texts of each look that has not passed, because one may be covered by a bar, and returns the
 * number of these looks. A look is everything that contrast depends on: color and size of the text, and the classes,
 * backgrounds, and opacity of all elements that it is in.
 */
function markLooks(passedBefore: string[]): number {
  const known = new Set(passedBefore)
  const texts = new Map<string, Element[]>()
  for (const element of document.querySelectorAll('body *')) {
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue
    const look = hashOf(lookOf(element))
    if (known.has(look)) continue
    const same = texts.get(look) ?? []
    texts.set(look, [...same, element])
  }
  for (const [look, same] of texts) {
    for (const at of [0, same.length >> 1, same.length - 1]) same[at]?.setAttribute('data-look', look)
  }
  return texts.size

  function hasText(element: Element): boolean {
    if (element.matches('input, textarea, select')) return true
    return [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    )
  }

  function lookOf(element: Element): string {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const parts = [color, fontSize, fontWeight, textShadow]
    for (let around: Element | null = element; around; around = around.parentElement) {
      const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(around)
      const isDisabled = around.matches(':disabled, [aria-disabled="true"]')
      parts.push(around.tagName, around.getAttribute('class') ?? '', String(isDisabled))
      parts.push(backgroundColor, backgroundImage, opacity, filter)
    }
    return parts.join('|')
  }

  /** Two 32-bit FNV-1a hashes, one of them from the end: looks are long, and all of them go through here. */
  function hashOf(text: string): string {
    let forward = 0x811c9dc5
    let backward = 0x811c9dc5
    for (let at = 0; at < text.length; at += 1) {
      forward = Math.imul(forward ^ text.charCodeAt(at), 0x01000193)
      backward = Math.imul(backward ^ text.charCodeAt(text.length - 1 - at), 0x01000193)
    }
    return `${(forward >>> 0).toString(36)}-${(backward >>> 0).toString(36)}`
  }
}

/** Measures the contrast of the marked elements, removes all marks, and returns the looks that passed. */
async function measureLooks(given: RunOptions): Promise<{ passed: string[]; violations: Violation[] }> {
  const { passes, violations } = await window.axe.run({ include: [['[data-look]']] }, given)
  const looks = passes.flatMap(({ nodes }) => nodes.map(({ element }) => element?.getAttribute('data-look')))
  for (const element of document.querySelectorAll('[data-look]')) element.removeAttribute('data-look')
  return {
    passed: looks.filter((look) => typeof look === 'string'),
    violations: violations.map(({ id, nodes }) => ({
      id,
      elements: nodes.map(({ html }) => html).slice(0, 3),
    })),
  }
}
