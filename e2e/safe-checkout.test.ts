import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import type { TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { casesAtDepth, fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, expectAccessible, phone, picture } from './testing/browser.ts'
import { addCar, book, enterCard, enterGuest, expectPass } from './testing/journeys.ts'
import type { Product } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, times, tomorrow } from './testing/reservations.ts'
import { startWithLot } from './testing/with-lot.ts'

let product: Product
let browser: Browser
let lot: TestLot

beforeAll(async () => {
  ;({ product, browser, lot } = await startWithLot(80))
})
afterAll(() => product?.close())

const cards = {
  good: 'pm_card_visa',
  declined: 'pm_card_chargeCustomerFail',
  bank: 'pm_card_threeDSecure2Required',
}

interface Journey {
  context: BrowserContext
  page: Page
  person: Person
  path: string
}

/** How far a booking got when it is interrupted. */
const steps = {
  'before the hold': async () => undefined,
  'the request never arrived': async ({ page }: Journey) => {
    await page.route('**/reservations/instant', (route) => route.abort())
    await press(page)
    await page.getByText('We couldn’t reach Openspot').waitFor()
    await page.unroute('**/reservations/instant')
  },
  'held, because the card was declined': async ({ page, person }: Journey) => {
    await press(page)
    await page.getByText('Your card was declined').first().waitFor()
    await aCard(product.server, person, cards.good)
  },
  'paid, before the page shows it': async ({ page }: Journey) => {
    // The server answers, and the answer never reaches the page.
    const answered = new Promise<void>((resolve) => {
      let isSwallowed = false
      void page.route('**/reservations/instant', async (route) => {
        if (isSwallowed) return route.continue()
        isSwallowed = true
        await route.fetch()
        resolve()
      })
    })
    await press(page)
    await answered
  },
  'at the bank': async ({ page }: Journey) => {
    await press(page)
    await page.getByRole('button', { name: 'Complete authentication' }).waitFor()
  },
  'on the pass': async ({ page }: Journey) => {
    await press(page)
    await page.waitForURL(/\/me\/reservations\//)
  },
} satisfies Record<string, (journey: Journey) => Promise<void>>
type StepName = keyof typeof steps

const cardOf: Partial<Record<StepName, string>> = {
  'held, because the card was declined': cards.declined,
  'at the bank': cards.bank,
}

/** What a person does in between. Returns the pages on which they go on, one after another. */
const interruptions = {
  reload: async ({ page }: Journey) => {
    await page.reload()
    return [page]
  },
  back: async ({ page, path }: Journey) => {
    await page.goBack()
    if (!page.url().includes('/book/')) await page.goto(path)
    return [page]
  },
  'a second tab': async ({ context, page, path }: Journey) => {
    const second = await context.newPage()
    await second.goto(path)
    return [second, page]
  },
} satisfies Record<string, (journey: Journey) => Promise<Page[]>>

async function press(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Pay / }).first()
  await expect.poll(() => button.isEnabled()).toBe(true)
  await button.click()
}

/** Does what the page asks for until it shows the pass; says whether it asked before a second booking. */
async function goOn(page: Page): Promise<'pass' | 'asked'> {
  const open = page.getByRole('link', { name: 'View reservation' })
  const button = page.getByRole('button', { name: /^Pay / }).first()
  const card = page.getByText('ending in 4242').first()
  const other = page.getByRole('radio', { name: 'New card' })
  // A tab that doesn't know the new card has only the declined one, which must be chosen.
  const declined = page.getByText('ending in 0341').first()
  const agree = page.getByRole('button', { name: 'Complete authentication' })
  const isReady = async () => {
    if ((await button.count()) === 0) return false
    if ((await declined.count()) > 0 && (await other.isChecked())) await declined.click()
    return button.isEnabled()
  }
  for (let turn = 0; turn < 40; turn++) {
    await expect
      .poll(
        async () =>
          /\/me\/reservations\//.test(page.url()) ||
          (await open.count()) > 0 ||
          (await agree.count()) > 0 ||
          (await isReady()),
      )
      .toBe(true)
    if (/\/me\/reservations\//.test(page.url())) return 'pass'
    if (await open.count()) {
      await open.click()
      await page.waitForURL(/\/me\/reservations\//)
      return 'asked'
    }
    if (await agree.count()) {
      await agree.click()
      await page.waitForURL((url) => !/\/pay\/|authenticate|bank/.test(url.pathname))
      continue
    }
    if (page.url().includes('/book/') && (await card.count()) > 0) await card.click()
    // What the page shows may just be changing.
    await button.click({ timeout: 2000 }).catch(() => undefined)
  }
  throw new Error(`no pass, but ${page.url()}`)
}

async function holdingOf(person: Person): Promise<{ holding: number; charges: number }> {
  const { rows } = await product.server.deps.database.pool.query<{ holding: number; charges: number }>(
    `select count(*) filter (where r.status in ('CHECKOUT', 'PENDING', 'ACTIVE'))::int as holding,
       (select count(*)::int from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
         where i.user_id = $1 and p.status in ('SUCCEEDED', 'PROCESSING')) as charges
     from reservations r where r.user_id = $1`,
    [person.user_id],
  )
  return rows[0] ?? { holding: 0, charges: 0 }
}

const found: string[] = []

fullTest.each(Object.keys(steps) as StepName[])(
  'reloading, going back, and a second tab end in one booking or a question: %s',
  async (step) => {
    for (const [how, interrupt] of Object.entries(interruptions)) {
      const person = await aPerson(product.server)
      await aCard(product.server, person, cardOf[step] ?? cards.good)
      await addCarOf(product, person, `SC ${found.length + 100}`)
      const visitor = await aSignedIn(browser, product, person, { viewport: phone })
      const { page, context } = visitor
      const path = `/book/${lot.public_id}?${new URLSearchParams(tomorrow(10, 3))}`
      await page.goto(`/l/${lot.public_id}`)
      await page.goto(path)
      const journey = { context, page, person, path }
      await steps[step](journey)
      const ends: string[] = []
      for (const tab of await interrupt(journey)) {
        // The first tab waits for an answer that was lost, as a person would until they reload it.
        if (step === 'paid, before the page shows it' && tab === page) await tab.reload()
        ends.push(await goOn(tab))
      }
      expect(await holdingOf(person), `${step}, ${how}: ${ends.join(', ')}`).toEqual({
        holding: 1,
        charges: 1,
      })
      found.push(`${step}, ${how}: ${ends.join(', ')}`)
      await context.close()
    }
    expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
  },
  240_000,
)

/** What a guest's button does before it books, and what they must enter again if its answer is lost and they reload. */
const guestSteps = {
  vehicle: { calls: '**/api/v*/cars', again: (page: Page, plate: string) => addCar(page, plate) },
  card: { calls: '**/payment-methods', again: async () => undefined },
  booking: { calls: '**/reservations/instant', again: null },
} as const

test.each(casesAtDepth(1, Object.keys(guestSteps) as (keyof typeof guestSteps)[]))(
  'a guest whose %s gets no answer, and who reloads, ends in one booking',
  async (step) => {
    const { calls, again } = guestSteps[step]
    const email = `guest.${step}@people.example`
    const plate = `GU 55 ${step.slice(0, 3).toUpperCase()}`
    const visitor = await aVisitor(browser, product.url, { viewport: phone })
    const { page } = visitor
    await page.goto(`/book/${lot.public_id}?${new URLSearchParams(tomorrow(18, 2))}`)
    await enterGuest(page, { full_name: 'Gus Example', email, plate })
    await enterCard(page, '4242 4242 4242 4242')
    const isLost = new Promise<void>((resolve) => {
      void page.route(calls, async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        resolve()
        await route.abort()
      })
    })
    await book(page)
    await isLost
    await page.unroute(calls)
    await page.reload()
    if (again) {
      await again(page, plate)
      await enterCard(page, '4242 4242 4242 4242')
      await book(page)
    }
    await expectPass(page)
    const { rows } = await product.server.deps.database.pool.query<{ count: number }>(
      `select count(*)::int as count from reservations r join users u on u.id = r.user_id where u.contact_email = $1`,
      [email],
    )
    expect(rows).toEqual([{ count: 1 }])
    await visitor.close()
  },
)

fullTest('a driver who wants another spot for the same time says so, and gets it', async () => {
  const person = await aPerson(product.server)
  const payment_method_id = await aCard(product.server, person)
  const car_id = await addCarOf(product, person, 'AN 200 TH')
  const [spot_id = ''] = lot.spot_ids.slice(-1)
  await aReservation(product, person, { spot_id, ...tomorrow(15, 2), payment_method_id, car_id })
  const visitor = await aSignedIn(browser, product, person, { viewport: phone })
  const { page } = visitor
  await page.goto(`/book/${lot.public_id}?${new URLSearchParams(tomorrow(15, 2))}`)
  await page.getByText('This vehicle already has a spot here then').waitFor()
  expect(await page.getByRole('button', { name: /^Pay / }).isEnabled()).toBe(false)
  await expectAccessible(page)
  await picture(page, 'already-booked-phone')
  await page.getByRole('button', { name: 'Book another spot' }).click()
  await book(page)
  await expectPass(page)
  expect(await holdingOf(person)).toEqual({ holding: 2, charges: 2 })
  await visitor.close()
})

fullTest(
  'a running reservation has one way out, without a deadline that has passed, and shows the refund at once',
  async () => {
    const person = await aPerson(product.server)
    const payment_method_id = await aCard(product.server, person, 'pm_card_bypassPending')
    const car_id = await addCarOf(product, person, 'ON 100 EX')
    const [spot_id = ''] = lot.spot_ids.slice(-2)
    const order = { spot_id, ...times(0, 4), payment_method_id, car_id }
    const { id } = await aReservation(product, person, order)
    const visitor = await aSignedIn(browser, product, person, { viewport: phone })
    const { page } = visitor
    await page.goto(`/me/reservations/${id}`)
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    await product.server.deps.database.pool.query(
      `update reservations set starts_at = starts_at - interval '1 hour', cancel_until_at = cancel_until_at - interval '1 hour' where id = $1`,
      [id],
    )
    await page.reload()
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    await page.getByRole('button', { name: 'End parking early' }).waitFor()
    expect(await page.getByRole('button', { name: 'Cancel reservation' }).count()).toBe(0)
    expect(await page.getByText(/Free cancellation until/).count()).toBe(0)
    await picture(page, 'running-phone')
    await page.getByRole('button', { name: 'End parking early' }).click()
    const end = page.getByRole('button', { name: /^End now and get \$\d+\.\d\d back$/ })
    await end.waitFor()
    const [amount = ''] = /\$\d+\.\d\d/.exec((await end.textContent()) ?? '') ?? []
    await page.getByText(/^Your parking will end/).waitFor()
    await expectAccessible(page)
    await picture(page, 'end-dialog-phone')
    await end.click()
    await page.getByText(`${amount} is on its way back to you`).waitFor()
    await page.getByText('5–10 business days').waitFor()
    await page.getByText(/^Shortened, now ends/).waitFor()
    await expectAccessible(page)
    await picture(page, 'ended-phone')
    await visitor.close()
  },
)

fullTest(
  'a canceled reservation shows its refund and its end in the activity at once, and no price in the list',
  async () => {
    const person = await aPerson(product.server)
    const payment_method_id = await aCard(product.server, person, 'pm_card_bypassPending')
    const car_id = await addCarOf(product, person, 'CA 300 NC')
    const [spot_id = ''] = lot.spot_ids.slice(-3)
    const order = { spot_id, ...tomorrow(9, 2), payment_method_id, car_id }
    const { id } = await aReservation(product, person, order)
    const visitor = await aSignedIn(browser, product, person, { viewport: desk, colorScheme: 'dark' })
    const { page } = visitor
    await page.goto(`/me/reservations/${id}`)
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    await page.getByText(/Free cancellation until/).waitFor()
    await page.getByRole('button', { name: 'Cancel reservation' }).click()
    await page.getByRole('button', { name: 'Cancel and get $8.99 back' }).click()
    await page.getByText('$8.99 is on its way back to you').waitFor()
    await page.getByText('5–10 business days').waitFor()
    await page.getByRole('list').getByText('Canceled', { exact: true }).waitFor()
    expect(await page.getByText(/version \d/).count()).toBe(0)
    expect(await page.getByText(/Invoice/).count()).toBe(0)
    await expectAccessible(page)
    await picture(page, 'canceled-desk')
    await page.goto('/me')
    await page.getByRole('link', { name: /^Book again/ }).waitFor()
    expect(await page.getByText('$8.99').count()).toBe(0)
    await expectAccessible(page)
    await picture(page, 'past-desk')
    await page.getByRole('link', { name: /^Book again/ }).click()
    await page.getByRole('heading', { name: 'Review and pay' }).waitFor()
    await book(page)
    await expectPass(page)
    await visitor.close()
  },
)

fullTest('a declined card is marked and not preselected; the card that paid last is', async () => {
  const person = await aPerson(product.server)
  const declined = await aCard(product.server, person, cards.declined)
  const good = await aCard(product.server, person, cards.good)
  const car_id = await addCarOf(product, person, 'DE 400 CL')
  const [spot_id = ''] = lot.spot_ids.slice(-4)
  const order = { spot_id, ...tomorrow(8, 1), payment_method_id: good, car_id }
  await aReservation(product, person, order)
  await expect(
    aReservation(product, person, { ...order, ...tomorrow(20, 1), payment_method_id: declined }),
  ).rejects.toMatchObject({ body: { code: 'card_declined' } })
  const visitor = await aSignedIn(browser, product, person, { viewport: phone })
  const { page } = visitor
  await page.goto(`/book/${lot.public_id}?${new URLSearchParams(tomorrow(13, 1))}`)
  await page.getByText('Declined last time').waitFor()
  expect(await page.getByRole('radio', { name: /ending in 4242/ }).isChecked()).toBe(true)
  await expectAccessible(page)
  await picture(page, 'declined-card-phone')
  await visitor.close()
})

fullTest(
  'the times of a link that have passed are named on the pages of the lot and of the booking',
  async () => {
    const visitor = await aVisitor(browser, product.url, { viewport: phone })
    const { page } = visitor
    const starts = new Date(product.server.deps.ports.now().getTime() - 40 * 24 * 3_600_000)
    const ends = new Date(starts.getTime() + 2 * 3_600_000)
    const past = new URLSearchParams({ starts_at: starts.toISOString(), ends_at: ends.toISOString() })
    const day = new Intl.DateTimeFormat('en-US', {
      month: 'short',
      day: 'numeric',
      timeZone: 'America/Chicago',
    })
    for (const [name, path] of [
      ['lot', `/l/${lot.public_id}?${past}`],
      ['book', `/book/${lot.public_id}?${past}`],
    ] as const) {
      await page.goto(path)
      await page.getByText('The time in this link has passed').waitFor()
      await page.getByText(day.format(starts)).first().waitFor()
      await expectAccessible(page)
      await picture(page, `past-times-${name}-phone`)
    }
    await visitor.close()
  },
)
