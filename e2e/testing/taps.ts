import type { BrowserContext, Page } from 'playwright-core'

/** What a journey costs its person. */
export interface Effort {
  /** Taps on buttons, links, and choices, and one for each field that is filled in. */
  taps: number
  fields: number
  /** Pages that were shown, also those of the card provider. */
  screens: number
}

/** Counts in every page of a context from now on. Call it before the first page is opened. */
export async function countEffort(context: BrowserContext, page: Page): Promise<() => Effort> {
  let taps = 0
  let fields = 0
  const screens: string[] = []
  await context.exposeBinding('countTap', (_source, kind: string) => {
    taps += 1
    if (kind === 'field') fields += 1
  })
  await context.addInitScript(() => {
    const count = (kind: string) => (window as unknown as { countTap: (kind: string) => void }).countTap(kind)
    const filled = new Set<EventTarget>()
    const isText = (target: EventTarget | null) =>
      target instanceof Element &&
      target.matches(
        'select, textarea, input:not([type=radio], [type=checkbox], [type=submit], [type=button])',
      )
    addEventListener(
      'input',
      ({ target }) => {
        if (target === null || !isText(target) || filled.has(target)) return
        filled.add(target)
        count('field')
      },
      true,
    )
    addEventListener('click', (event) => event.isTrusted && !isText(event.target) && count('tap'), true)
  })
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    const { host, pathname } = new URL(frame.url())
    if (screens.at(-1) !== host + pathname) screens.push(host + pathname)
  })
  return () => ({ taps, fields, screens: screens.length })
}
