import { getReservationValidationRoute } from '@openspot/contract/operations/validation.ts'
import {
  addPartnerEntryRoute,
  createTabletLinkRoute,
  deleteTabletLinkRoute,
  getPartnerStatementPdfRoute,
  getPartnerStatementRoute,
} from '@openspot/contract/operations/validation-accounts.ts'
import { deletePartnerRoute, patchPartnerRoute } from '@openspot/contract/operations/validation-partners.ts'
import {
  findParkingRoute,
  getTabletRoute,
  validateOnTabletRoute,
} from '@openspot/contract/operations/validation-tablet.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { anOption, aPartner } from '../../testing/factories/validation.ts'
import { readPdf } from '../../testing/read-pdf.ts'

let api: TestApi
let lot: TestLot
let admin: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  // Another quarter of an hour, so that limits per address start again.
  api.ports.advance({ minutes: 15 })
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

async function aTablet(partner: Parameters<typeof aPartner>[3] = {}) {
  const { id: partner_id } = await aPartner(api, admin, lot.lot_id, partner)
  const { id: option_id } = await anOption(api, admin, partner_id)
  const { code } = await api.call(createTabletLinkRoute, { params: { partner_id } }, admin.token)
  return { partner_id, option_id, code }
}

/** A driver with a license plate who is parked now. */
async function aParkedDriver(spot = 0) {
  const driver = await aPerson(api)
  const plate = `P${secretWord(api.ports, 6).toUpperCase()}`
  const { id: car_id } = await api.deps.database.db
    .insertInto('cars')
    .values({
      user_id: driver.user_id,
      plate,
      plate_normalized: plate,
      created_at: api.ports.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
  const from = Math.floor(api.ports.now().getTime() / 3_600_000 + 1) * 3_600_000
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[spot] ?? '',
    payment_method_id,
    car_id,
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(from + 7_200_000).toISOString(),
  })
  await api.runJobs()
  api.ports.advance({ seconds: (from + 60_000 - api.ports.now().getTime()) / 1000 })
  return { driver, plate, reservation_id: reservation.id }
}

const find = (code: string, search: string) =>
  api.call(findParkingRoute, { body: { code, search } }, null).then(({ items }) => items)
const entry = (
  partner_id: string,
  amount_cents: number,
  kind: 'PAYMENT' | 'CORRECTION' = 'PAYMENT',
  key = secretWord(api.ports),
) => ({
  params: { partner_id },
  body: { kind, amount_cents, note: 'Check 1042' },
  idempotency_key: key,
})

describe('the tablet of a partner', () => {
  test('finds a vehicle by its whole plate or the driver’s code, without names, and validates it', async () => {
    const { code, option_id } = await aTablet()
    const { driver, plate, reservation_id } = await aParkedDriver()
    const [found] = await find(code, ` ${plate.toLowerCase()} `)
    expect(found).toEqual({
      reservation_id,
      starts_at: expect.any(String),
      ends_at: expect.any(String),
      plate,
      options: [{ option_id, refusal: null, value_cents: 500, is_intended: false }],
    })
    expect(await find(code, plate.slice(0, -1))).toEqual([])
    const own = { params: { reservation_id }, query: {} }
    const before = await api.call(getReservationValidationRoute, own, driver.token)
    expect(await find(code, before.code)).toMatchObject([{ reservation_id, plate: `…${plate.slice(-2)}` }])
    const body = { code, reservation_id, option_id }
    expect(await api.call(validateOnTabletRoute, { body }, null)).toEqual({
      value_cents: 500,
      currency: 'USD',
    })
    expect(await api.call(validateOnTabletRoute, { body }, null)).toEqual({
      value_cents: 500,
      currency: 'USD',
    })
    const after = await api.call(getReservationValidationRoute, own, driver.token)
    expect(after.validation).toMatchObject({ source: 'PARTNER', value_cents: 500 })
    const shown = await api.call(getTabletRoute, { body: { code } }, null)
    expect(shown.today).toMatchObject([{ value_cents: 500, source: 'PARTNER' }])
    expect(JSON.stringify(shown)).not.toContain(plate)
  })

  test('has a link that stops working when it is replaced, deactivated, or its partner is removed', async () => {
    const { partner_id, code } = await aTablet()
    const dead = async (old: string) =>
      expect(await api.refusal(getTabletRoute, { body: { code: old } }, null)).toMatchObject({
        status: 404,
        code: 'tablet_link_unknown',
      })
    const params = { partner_id }
    const { code: second } = await api.call(createTabletLinkRoute, { params }, admin.token)
    await dead(code)
    await api.call(deleteTabletLinkRoute, { params }, admin.token)
    await dead(second)
    const { code: third } = await api.call(createTabletLinkRoute, { params }, admin.token)
    await api.call(deletePartnerRoute, { params }, admin.token)
    await dead(third)
    const { rows } = await api.deps.database.pool.query(
      'select 1 from validation_partners where lot_id = $1 and tablet_code_hash is not null',
      [lot.lot_id],
    )
    expect(rows).toEqual([])
  })

  test('can neither find nor validate a vehicle in another lot, nor use another partner’s option', async () => {
    const { code } = await aTablet()
    const other = await aTablet()
    const { plate, reservation_id } = await aParkedDriver()
    const home = lot
    lot = await aLot(api)
    admin = await aMember(api, lot.lot_id, 'ADMIN')
    const elsewhere = await aTablet()
    expect(await find(elsewhere.code, plate)).toEqual([])
    for (const body of [
      { code: elsewhere.code, reservation_id, option_id: elsewhere.option_id },
      { code, reservation_id, option_id: other.option_id },
    ]) {
      expect(await api.refusal(validateOnTabletRoute, { body }, null)).toMatchObject({
        code: 'not_found',
      })
    }
    expect(home.lot_id).not.toBe(lot.lot_id)
  })

  test('cannot search so often that plates could be guessed', async () => {
    const { code } = await aTablet()
    for (let at = 0; at < 60; at++) await find(code, `GUESS${at}`)
    expect(await api.refusal(findParkingRoute, { body: { code, search: 'GUESS60' } }, null)).toMatchObject({
      status: 429,
    })
  })
})

describe('the account of a partner', () => {
  test('takes validations from a prepaid balance, and never more than it has', async () => {
    const { partner_id, option_id, code } = await aTablet({ billing: 'PREPAID' })
    const key = secretWord(api.ports)
    await api.call(addPartnerEntryRoute, entry(partner_id, 700, 'PAYMENT', key), admin.token)
    // A repeated request records nothing twice.
    expect(await api.call(addPartnerEntryRoute, entry(partner_id, 700, 'PAYMENT', key), admin.token)).toEqual(
      {
        balance_cents: 700,
      },
    )
    const [a, b] = [await aParkedDriver(0), await aParkedDriver(1)]
    const validated = await Promise.allSettled(
      [a, b].map(({ reservation_id }) =>
        api.call(validateOnTabletRoute, { body: { code, reservation_id, option_id } }, null),
      ),
    )
    expect(validated.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      await api.refusal(addPartnerEntryRoute, entry(partner_id, -201, 'CORRECTION'), admin.token),
    ).toMatchObject({
      code: 'balance_negative',
    })
    expect(await api.call(addPartnerEntryRoute, entry(partner_id, -200, 'CORRECTION'), admin.token)).toEqual({
      balance_cents: 0,
    })
  })

  test('cannot become prepaid while the partner owes money', async () => {
    const { partner_id, option_id, code } = await aTablet()
    const { reservation_id } = await aParkedDriver()
    await api.call(validateOnTabletRoute, { body: { code, reservation_id, option_id } }, null)
    const of = { params: { partner_id }, body: { billing: 'PREPAID' as const } }
    expect(await api.refusal(patchPartnerRoute, of, admin.token)).toMatchObject({ code: 'balance_negative' })
    await api.call(addPartnerEntryRoute, entry(partner_id, 500), admin.token)
    expect(await api.call(patchPartnerRoute, of, admin.token)).toMatchObject({ billing: 'PREPAID' })
  })

  test('has a statement for each month of the lot, as JSON and PDF, without data about drivers', async () => {
    const { partner_id, option_id, code } = await aTablet()
    const { reservation_id, plate } = await aParkedDriver()
    await api.call(validateOnTabletRoute, { body: { code, reservation_id, option_id } }, null)
    await api.call(addPartnerEntryRoute, entry(partner_id, 200), admin.token)
    const month = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/Chicago',
      year: 'numeric',
      month: '2-digit',
    })
      .format(api.ports.now())
      .slice(0, 7)
    const of = { params: { partner_id }, query: { month } }
    const statement = await api.call(getPartnerStatementRoute, of, admin.token)
    expect(statement).toMatchObject({
      opening_cents: 0,
      payments_cents: 200,
      validations_cents: -500,
      closing_cents: -300,
      validations: 1,
      entries: [
        { kind: 'VALIDATION', amount_cents: -500, balance_cents: -500 },
        { kind: 'PAYMENT', amount_cents: 200, balance_cents: -300, note: 'Check 1042' },
      ],
    })
    expect(JSON.stringify(statement)).not.toContain(plate)
    const pdf = await api.call(getPartnerStatementPdfRoute, of, admin.token)
    const { pages, missing } = readPdf(Buffer.from(await pdf.arrayBuffer()))
    expect(pages.join('\n')).toContain('Amount due')
    expect(pages.join('\n')).toMatch(/Time zone\s+Central Time/)
    expect(pages.join('\n')).toContain('$3.00')
    expect(missing).toBe(0)
  })
})
