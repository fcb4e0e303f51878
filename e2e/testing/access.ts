import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { listAxeViolations } from './axe.ts'

/** A screen of 1280 × 1024 pixels at 400% zoom. */
export const zoomed = { width: 320, height: 256 }

/**
 * Lists what axe finds with all its rules, except contrast, and with two that it leaves out by default: whether targets are at least 24
 * pixels wide and high or have space around them (2.5.8), and whether names contain the visible label (2.5.3).
 */
export async function listAxeFaults(page: Page): Promise<string[]> {
  const violations = await listAxeViolations(page, {
    'target-size': { enabled: true },
    'label-content-name-mismatch': { enabled: true },
  })
  return violations.flatMap(({ id, elements }) => elements.map((html) => `${id}: ${html.slice(0, 160)}`))
}

/** Lists what is wider than the screen or cut at its edge. What scrolls by itself, such as a plan of spots, may be wider. */
export const listCut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth
    const faults = wide > innerWidth ? [`the page is ${wide} px wide`] : []
    const scrolls = (element: Element): boolean => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        if (at.matches('.sr-only, svg *, [aria-hidden="true"] *, .maplibregl-map *')) return true
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at !== document.body) return true
      }
      return false
    }
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const { left, right, width } = element.getBoundingClientRect()
      if (width < 2 || (left >= -1 && right <= innerWidth + 1) || scrolls(element)) continue
      const text = (element.textContent ?? '').trim().slice(0, 40)
      faults.push(
        `${element.tagName.toLowerCase()} “${text}” from ${Math.round(left)} to ${Math.round(right)}`,
      )
    }
    return faults.slice(0, 5)
  })

/**
 * Lists the elements that the keyboard can reach but that don't show that they have the focus (2.4.7), or that then are hidden beneath
 * others, such as a bar (2.4.11).
 */
export const listFocusFaults = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const faults: string[] = []
    const nextFrame = () => new Promise((done) => requestAnimationFrame(done))
    const nextTask = () =>
      new Promise<void>((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => done(), { once: true })
        port1.start()
        port2.postMessage(null)
      })
    const becomes = async (is: () => boolean): Promise<boolean> => {
      for (let tries = 0; tries < 60; tries++) {
        if (is()) return true
        await nextFrame()
      }
      return is()
    }
    /** What may show the focus: the element, what it is in, and what is drawn instead of it. */
    const around = (element: Element): Element[] =>
      [
        element,
        element.parentElement,
        element.parentElement?.parentElement,
        element.nextElementSibling,
      ].filter((one) => one instanceof Element)
    const lookOf = (element: Element): string =>
      around(element)
        .map((one) => {
          const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, top } =
            getComputedStyle(one)
          const outline = outlineStyle === 'none' ? '' : outlineWidth + outlineColor
          return [outline, boxShadow, borderColor, backgroundColor, top].join()
        })
        .join(';')
    const isSeen = (element: Element): boolean => {
      const tiny = element.getBoundingClientRect().width < 2
      const shown = tiny ? (element.closest('label') ?? element.parentElement ?? element) : element
      const box = shown.getClientRects()[0]
      if (!box) return false
      const points = [
        [0.5, 0.5],
        [0.1, 0.2],
        [0.9, 0.2],
        [0.1, 0.8],
        [0.9, 0.8],
      ].map(([x = 0, y = 0]) => [box.left + box.width * x, box.top + box.height * y] as const)
      return points.some(([x, y]) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && (shown.contains(hit) || hit.contains(shown))
      })
    }
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      ),
    ]
    const reached = all.filter(
      (one) =>
        one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true }),
    )
    window.scrollTo(0, 0)
    for (const element of reached) {
      if (!element.isConnected) continue
      const before = lookOf(element)
      element.focus()
      await nextTask()
      const name = `${element.tagName.toLowerCase()} “${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 50)}”`
      if (document.activeElement !== element) faults.push(`${name} does not take the focus`)
      else if (!(await becomes(() => isSeen(element))))
        faults.push(`${name} is hidden while it has the focus`)
      else if (!(await becomes(() => lookOf(element) !== before)))
        faults.push(`${name} does not show the focus`)
    }
    return faults
  })

/** Lists what can't be reached with the Tab key from the top of the page, of what can be used with a mouse. */
export async function listUnreached(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')
    for (const one of all) {
      // Only one radio button of a group is a stop, and only one item of a list with arrow keys.
      const isStop = !one.matches(':disabled, [type="radio"], [tabindex="-1"]')
      if (isStop && one.checkVisibility({ visibilityProperty: true })) one.dataset['unreached'] = ''
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.getSelection()?.removeAllRanges()
  })
  const left = () => page.locator('[data-unreached]:visible').count()
  for (let presses = 0; presses < 250; presses++) {
    await page.keyboard.press('Tab')
    const isAtEnd = await page.evaluate(() => {
      const at = document.activeElement
      if (at instanceof HTMLElement) delete at.dataset['unreached']
      return at === null || at === document.body
    })
    if (isAtEnd) break
  }
  return (await left()) === 0
    ? []
    : page
        .locator('[data-unreached]:visible')
        .evaluateAll((those) =>
          those.map(
            (one) =>
              `${one.tagName.toLowerCase()} “${(one.ariaLabel ?? one.textContent ?? '').trim().slice(0, 50)}”`,
          ),
        )
}

/** Opens what a button opens with the keyboard, and expects that Escape closes it and gives the focus back. */
export async function expectEscapeReturns(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name }).first()
  const open = page.locator('[role="dialog"]:visible, [role="menu"]:visible')
  await button.focus()
  // The page may not listen to the first press yet.
  await expect
    .poll(
      async () => {
        if ((await open.count()) === 0) await page.keyboard.press('Enter')
        return open.count()
      },
      { message: `${name} opens` },
    )
    .toBe(1)
  await expect
    .poll(() => open.evaluate((one) => one.contains(document.activeElement)), {
      message: `${name} takes the focus`,
    })
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => open.count(), { message: `${name} closes` }).toBe(0)
  await expect
    .poll(() => button.evaluate((one) => one === document.activeElement), {
      message: `${name} has the focus again`,
    })
    .toBe(true)
}
