import { joinWaitlistRoute } from '@openspot/contract/booking/waitlist.ts'
import { getPublicLotRoute } from '@openspot/contract/lots/lots.ts'
import { listLotAuditRoute } from '@openspot/contract/platform/audit.ts'
import { listFlagsRoute, setLotFlagRoute } from '@openspot/contract/platform/flags.ts'
import { effectiveFlag } from '@openspot/core/flags/catalog.ts'
import { readSettings } from '@openspot/core/settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'
import { twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let admin: Person
let lot: TestLot
let other: TestLot
beforeAll(async () => {
  api = await testApi({ OPENSPOT_FLAGS: 'waitlist=off' })
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
  lot = await aLot(api, { name: 'Wells Street Lot' }, 1)
  other = await aLot(api, {}, 1)
})
afterAll(() => api.close())

const set = (is_on: boolean | null) =>
  api.call(
    setLotFlagRoute,
    { params: { lot_id: lot.lot_id, flag: 'waitlist' as const }, body: { is_on, reason: 'A trial' } },
    admin.token,
  )
const waitlist = async () => {
  const { items } = await api.call(listFlagsRoute, {}, admin.token)
  return items.find(({ flag }) => flag === 'waitlist')
}
const shown = async ({ public_id }: TestLot) =>
  (await api.call(getPublicLotRoute, { params: { public_id }, query: {} })).has_waitlist
const join = async ({ lot_id }: TestLot) => {
  const { starts_at, ends_at } = twoHours(api)
  const driver = await aPerson(api)
  return (
    await api.refusal(joinWaitlistRoute, { params: { lot_id }, body: { starts_at, ends_at } }, driver.token)
  ).code
}

test('a lot’s setting counts before the environment’s, and that before the default', () => {
  expect(effectiveFlag('waitlist', {}, null)).toEqual({ is_on: true, source: 'DEFAULT' })
  expect(effectiveFlag('waitlist', { waitlist: false }, null)).toEqual({
    is_on: false,
    source: 'ENVIRONMENT',
  })
  expect(effectiveFlag('waitlist', { waitlist: false }, true)).toEqual({ is_on: true, source: 'LOT' })
})

test('an unknown flag or value in OPENSPOT_FLAGS stops the start', () => {
  const read = (OPENSPOT_FLAGS: string) => () => readSettings({ OPENSPOT_FLAGS })
  expect(read('waitlist=no')).toThrow('OPENSPOT_FLAGS contains "waitlist=no"')
  expect(read('waitlists=off')).toThrow('OPENSPOT_FLAGS contains "waitlists=off"')
})

test('a flag switches a part of the product off for an environment and on for one lot, with an audit entry', async () => {
  expect(await waitlist()).toMatchObject({
    is_on: false,
    source: 'ENVIRONMENT',
    environment: false,
    lots: [],
  })
  expect([await shown(lot), await shown(other)]).toEqual([false, false])
  expect(await join(lot)).toBe('waitlist_off')
  await set(true)
  expect(await waitlist()).toMatchObject({
    lots: [
      {
        lot_id: lot.lot_id,
        lot_name: 'Wells Street Lot',
        is_on: true,
        reason: 'A trial',
        set_by: 'Pia Example',
      },
    ],
  })
  expect([await shown(lot), await shown(other)]).toEqual([true, false])
  // There is a free spot.
  expect(await join(lot)).toBe('change_not_possible')
  expect(await join(other)).toBe('waitlist_off')
  await set(null)
  expect((await waitlist())?.lots).toEqual([])
  expect(await shown(lot)).toBe(false)
  const { items } = await api.call(
    listLotAuditRoute,
    { params: { lot_id: lot.lot_id }, query: { action: 'lot.flag' } },
    admin.token,
  )
  expect(items.map(({ details }) => [details['before'], details['after']])).toEqual([
    [true, null],
    [null, true],
  ])
})
