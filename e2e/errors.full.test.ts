import { aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser, type Visitor } from './testing/browser.ts'
import { reportError, sendReplay } from './testing/envelopes.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { choose } from './testing/reports.ts'
import { aSignedIn } from './testing/reservations.ts'

let product: Product
let browser: Browser
let admin: Person
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  admin = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
})
afterAll(() => product?.close())

/** Their own visits would be among the replays if chance decided that they are recorded. */
async function anUnrecorded(person: Person): Promise<Visitor> {
  const visitor = await aSignedIn(browser, product, person)
  await choose(visitor.page, 'buffer')
  return visitor
}

const title = 'TypeError: total is undefined'

test('a platform admin assigns and resolves an error of a page, sees it reopen in a later release, and mutes it', async () => {
  const visitor = await anUnrecorded(admin)
  const { page } = visitor
  await page.goto('/platform/errors')
  await page.getByRole('heading', { name: 'No errors yet' }).waitFor()
  await looksWell(page, 'errors-empty-desk')

  await reportError(product)
  await reportError(product)
  await page.reload()
  await page.getByRole('searchbox', { name: 'Title or place in the code' }).fill('no such')
  await page.getByRole('heading', { name: 'No errors match these filters' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Environment: Any environment' }).click()
  await page.getByRole('menuitemradio', { name: 'production' }).click()
  await page.waitForURL(/environment=production/)
  await page.getByText('2 events and no replay segments received').waitFor()
  await page.getByRole('link', { name: title }).click()

  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByText('await send(total.cents)').waitFor()
  await page.getByText('1 library frame').click()
  await page.getByText('runEvent').waitFor()
  expect(await page.getByText('secret').count()).toBe(0)
  await page.getByRole('button', { name: 'Older' }).click()
  await page.waitForURL(/event=/)
  await expect.poll(() => page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true)

  await page.getByRole('button', { name: 'Assigned to: Nobody' }).click()
  await page.getByRole('menuitemradio', { name: 'Pia' }).click()
  await page.getByRole('button', { name: /Assigned to: Pia/ }).waitFor()
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await page.getByRole('radio', { name: /It occurs in a later release/ }).waitFor()
  await looksWell(page, 'error-resolve-desk')
  await page.getByRole('button', { name: 'Resolve error' }).click()
  await page.getByText('Resolved in 1.0.0.').waitFor()

  // A page of the same release still reports it.
  await reportError(product)
  await page.reload()
  await page.getByText('Resolved in 1.0.0.').waitFor()
  product.advance(1)
  await reportError(product, { release: '1.1.0' })
  await page.reload()
  await page.getByText('It was resolved and occurred again.').waitFor()
  await page.getByText('It occurred again in 1.1.0 and reopened').waitFor()
  await looksWellEverywhere(page, 'error')

  await page.getByRole('link', { name: 'All errors' }).click()
  await page.getByText('Reopened').waitFor()
  await looksWellEverywhere(page, 'errors')
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await page.getByRole('group', { name: 'Muted until' }).waitFor()
  await looksWell(page, 'error-mute-desk')
  await page.getByRole('radio', { name: 'Until someone reopens it' }).check()
  await page.getByRole('button', { name: 'Mute error' }).click()
  await page.getByText('Muted until someone reopens it.').waitFor()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('button', { name: 'Mute', exact: true }).waitFor()

  // Each of the two was sent once.
  await page.goto('/me/notifications')
  await page.getByRole('link', { name: 'An error occurs again' }).waitFor()
  await page.getByRole('link', { name: 'New error' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await visitor.close()
})

test('a platform admin watches a replay from its error, with buttons and with keys, and that is in the audit log', async () => {
  const { replay_id, event_id } = await sendReplay(product, new Date(Date.now() - 60_000))
  const visitor = await anUnrecorded(admin)
  const { page } = visitor
  await page.goto('/platform/replays')
  await page.getByText('/book/wells').waitFor()
  await looksWellEverywhere(page, 'replays')
  await page.getByRole('button', { name: 'Reason: Any reason' }).click()
  await page.getByRole('menuitemradio', { name: 'Sampled visit' }).click()
  await page.getByRole('heading', { name: 'No replays match these filters' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await page.goto(`/platform/errors?search=total`)
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('link', { name: 'Watch replay' }).first().click()
  await page.waitForURL(new RegExp(`/platform/replays/${replay_id}\\?event=${event_id}`))
  const recorded = page.frameLocator('iframe[title="Recording of a visit, without scripts"]')
  const counter = recorded.locator('#counter')
  // It starts 3 seconds before the error.
  await page.getByText('0:22 of 0:30').waitFor()
  expect(await counter.textContent()).toBe('Before')
  await looksWellEverywhere(page, 'replay')
  await page.getByRole('button', { name: /^Error at 0:25/ }).click()
  await page.getByText('0:25 of 0:30').waitFor()
  await expect.poll(() => counter.textContent()).toBe('After')

  const player = page.getByRole('region', { name: 'Recorded page' })
  await player.focus()
  for (let nth = 0; nth < 5; nth++) await page.keyboard.press('j')
  await page.getByText('0:00 of 0:30').waitFor()
  await page.keyboard.press('e')
  await page.getByText('0:25 of 0:30').waitFor()
  await page.getByRole('slider', { name: 'Position in the recording' }).fill('0')
  await expect.poll(() => counter.textContent()).toBe('Before')
  await page.getByRole('button', { name: /^Speed/ }).click()
  await page.getByRole('menuitemradio', { name: '8×' }).click()
  await player.focus()
  await page.keyboard.press('k')
  await page.getByRole('button', { name: 'Play again' }).waitFor()
  expect(await counter.textContent()).toBe('After')
  await page.goto('/platform/audit')
  await page.getByRole('button', { name: 'Replay viewed' }).first().waitFor()
  await visitor.close()
})

test('a recorded page runs no scripts, and loads nothing from outside or in the name of who watches it', async () => {
  const { replay_id } = await sendReplay(product, new Date(Date.now() - 60_000), true)
  const visitor = await anUnrecorded(admin)
  const { page, context } = visitor
  const loaded: string[] = []
  await context.route(/outside/, async (route) => {
    loaded.push(route.request().url())
    await route.abort()
  })
  await page.goto(`/platform/replays/${replay_id}`)
  const frame = page.locator('iframe[title="Recording of a visit, without scripts"]')
  await frame.contentFrame().locator('#counter').waitFor()
  await page.getByRole('button', { name: /^Error at 0:25/ }).click()
  await expect.poll(() => frame.contentFrame().locator('#counter').textContent()).toBe('After')
  expect(await frame.getAttribute('sandbox')).toBe('allow-same-origin')
  expect(await frame.contentFrame().locator('img').count()).toBe(2)
  expect(loaded).toEqual([])
  expect(await page.title()).not.toBe('ran')
  // Not `close` of the visitor, which refuses the reports of what was blocked.
  await context.close()
})

test('a failed load of the errors shows an error and can be repeated', async () => {
  const visitor = await anUnrecorded(admin)
  const { page } = visitor
  await page.route('**/api/v2/platform/errors*', (route) => route.abort())
  await page.goto('/platform/errors')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  await looksWell(page, 'errors-failed-desk')
  await page.unroute('**/api/v2/platform/errors*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' })
  await visitor.close()
})

test('a platform admin sees what was dropped and why, and tells two people with the same name apart', async () => {
  const namesake = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
  await reportError(product, { message: 'price is undefined' })
  for (let nth = 0; nth < 2; nth++)
    expect((await fetch(`${product.url}/m?o=1&p=1`, { method: 'POST', body: 'no envelope' })).status).toBe(
      400,
    )
  const visitor = await anUnrecorded(namesake)
  const { page } = visitor
  await page.goto('/platform/errors')
  await page.getByText('2 reports dropped in the last 30 days').click()
  await page.getByRole('cell', { name: 'It couldn’t be read' }).waitFor()
  await looksWellEverywhere(page, 'errors-dropped')

  await page
    .getByRole('link', { name: /price is undefined|total is undefined/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /undefined/ }).waitFor()
  await page.getByRole('button', { name: /^Assigned to/ }).click()
  const people = page.getByRole('menuitemradio', { name: 'Pia' })
  await expect.poll(() => people.count()).toBe(2)
  await people.nth(0).click()
  await page.getByRole('button', { name: /^Assigned to: Pia/ }).click()
  await expect.poll(() => people.nth(0).getAttribute('aria-checked')).toBe('true')
  expect(await people.nth(1).getAttribute('aria-checked')).toBe('false')
  await people.nth(1).click()
  await page.getByRole('button', { name: /^Assigned to: Pia/ }).click()
  await expect.poll(() => people.nth(1).getAttribute('aria-checked')).toBe('true')
  expect(await people.nth(0).getAttribute('aria-checked')).toBe('false')
  await visitor.close()
})

test('errors and replays are only for platform admins', async () => {
  const visitor = await anUnrecorded(await aPerson(product.server))
  for (const path of ['/platform/errors', '/platform/replays']) {
    await visitor.page.goto(path)
    await visitor.page.getByText('This area is for platform admins').waitFor()
  }
  await visitor.close()
})
