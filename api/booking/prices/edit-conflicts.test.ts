import {
  createSpotAvailabilityRoute,
  updateAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import {
  createCalendarPriceRoute,
  createZoneRoute,
  listZonesRoute,
  updateCalendarPriceRoute,
  updateZoneRoute,
} from '@openspot/contract/booking/prices.ts'
import { createRuleSetRoute, replaceRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { getLotRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})
afterAll(() => api.close())

const times = { starts_at: '2026-03-10T15:00:00Z', ends_at: '2026-03-10T18:00:00Z' }

/** Saves something based on the version that two people read, and returns the version that it has then. */
type Save = (value: number, version?: number) => Promise<{ version: number }>

const subjects: [string, string, () => Promise<{ version: number; save: Save }>][] = [
  [
    'a calendar price',
    'price_changed',
    async () => {
      const body = { lot_id: lot.lot_id, name: 'Fair', ...times, percent_bps: 100 }
      const { id, version } = await api.call(createCalendarPriceRoute, { body }, admin.token)
      return {
        version,
        save: (value, sent) =>
          api.call(
            updateCalendarPriceRoute,
            { params: { price_id: id }, body: { percent_bps: value, ...(sent ? { version: sent } : {}) } },
            admin.token,
          ),
      }
    },
  ],
  [
    'a zone',
    'zone_changed',
    async () => {
      const params = { lot_id: lot.lot_id }
      const { id, version } = await api.call(createZoneRoute, { params, body: { name: 'Roof' } }, admin.token)
      return {
        version,
        save: (value, sent) =>
          api.call(
            updateZoneRoute,
            {
              params: { zone_id: id },
              body: { rates: { hour_cents: value }, ...(sent ? { version: sent } : {}) },
            },
            admin.token,
          ),
      }
    },
  ],
  [
    'an availability rule',
    'availability_changed',
    async () => {
      const params = { spot_id: lot.spot_ids[0] ?? '' }
      const body = { kind: 'CLOSED' as const, ...times }
      const { id, version } = await api.call(createSpotAvailabilityRoute, { params, body }, admin.token)
      return {
        version,
        save: (value, sent) =>
          api.call(
            updateAvailabilityRoute,
            {
              params: { availability_id: id },
              body: { note: String(value), ...(sent ? { version: sent } : {}) },
            },
            admin.token,
          ),
      }
    },
  ],
  [
    'a rule set',
    'rule_set_changed',
    async () => {
      const body = { name: 'Staff', is_default: false, rules: noRules }
      const { id, version } = await api.call(
        createRuleSetRoute,
        { params: { lot_id: lot.lot_id }, body },
        admin.token,
      )
      return {
        version,
        save: (value, sent) =>
          api.call(
            replaceRuleSetRoute,
            {
              params: { rule_set_id: id },
              body: {
                ...body,
                rules: { ...noRules, max_ahead_days: value },
                ...(sent ? { version: sent } : {}),
              },
            },
            admin.token,
          ),
      }
    },
  ],
  [
    'opening hours',
    'lot_changed',
    async () => {
      const params = { lot_id: lot.lot_id }
      const { version } = await api.call(getLotRoute, { params }, admin.token)
      return {
        version,
        save: (value, sent) =>
          api.call(
            updateLotRoute,
            {
              params,
              body: {
                opening_hours: { MON: [{ opens: `0${value % 10}:00`, closes: '22:00' }] },
                ...(sent ? { version: sent } : {}),
              },
            },
            admin.token,
          ),
      }
    },
  ],
]

test.each(subjects)(
  '%s that someone else saved meanwhile is not overwritten, and 409 %s says so',
  async (_, code, make) => {
    const { version, save } = await make()
    // Two people read the same version and save at the same time.
    const results = await Promise.allSettled([save(200, version), save(300, version)])
    const saved = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(saved).toMatchObject([{ version: version + 1 }])
    const [refused] = results.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toMatchObject({ status: 409, body: { code } })
    // With the current version it is saved, and without one as before.
    expect(await save(401, version + 1)).toMatchObject({ version: version + 2 })
    expect(await save(502)).toMatchObject({ version: version + 3 })
  },
)

test('a list of zones has the version that a change must name', async () => {
  const { items } = await api.call(listZonesRoute, { params: { lot_id: lot.lot_id } }, admin.token)
  expect(items).toMatchObject([{ name: 'Roof', version: 4 }])
})
