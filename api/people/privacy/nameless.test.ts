import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { createAssignmentRoute, listAssignmentsRoute } from '@openspot/contract/lots/assignments.ts'
import { previewSpotRemovalRoute } from '@openspot/contract/lots/lot-spots.ts'
import { getSpotCalendarRoute, getSpotRoute, updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aReservation } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'
import { aStage, rulesOf } from '../../testing/factories/rule-sets.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let nameless: Person
async function removeName({ user_id }: Person): Promise<void> {
  const none = { first_name: null, last_name: null }
  await api.deps.database.db.updateTable('users').set(none).where('id', '=', user_id).execute()
}
const at = (hours: number) => isoOf(minutesOf(api.ports.now().toISOString()) + hours * 60)

beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 4)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  nameless = await aMember(api, lot.lot_id, 'MEMBER')
  await removeName(nameless)
})
afterAll(() => api.close())

test('the board, calendar, and removal of a spot have null for a driver without a name, not a text or the address', async () => {
  const [spot_id = ''] = lot.spot_ids
  const [starts_at, ends_at] = [at(-1), at(3)]
  await aReservation(api, { lot_id: lot.lot_id, spot_id, user_id: nameless.user_id, starts_at, ends_at })
  const board = await api.call(
    listMonitorSpotsRoute,
    { params: { lot_id: lot.lot_id }, query: {} },
    admin.token,
  )
  expect(board.items.find(({ id }) => id === spot_id)).toMatchObject({ occupant: { name: null } })
  const params = { spot_id }
  const range = { starts_at, ends_at }
  const { parts } = await api.call(getSpotCalendarRoute, { params, query: range }, admin.token)
  expect(parts.flatMap(({ reservation }) => reservation ?? [])).toMatchObject([{ name: null }])
  const removal = await api.call(previewSpotRemovalRoute, { params }, admin.token)
  expect(removal.reservations).toMatchObject([{ name: null }])
})

test('a spot assigned to a member without a name is assigned, now and from a later day, and the name is null', async () => {
  const [, now_id = '', later_id = ''] = lot.spot_ids
  const { user_id } = nameless
  const mine = { params: { spot_id: now_id }, body: { assigned_user_id: user_id } }
  await api.call(updateSpotRoute, mine, admin.token)
  const params = { spot_id: now_id }
  const spot = await api.call(getSpotRoute, { params }, admin.token)
  expect(spot).toMatchObject({ assigned_user_id: user_id, assigned_to: null })
  const removal = await api.call(previewSpotRemovalRoute, { params }, admin.token)
  expect(removal).toMatchObject({ is_assigned: true, assigned_to: null })
  const { items } = await api.call(
    listMonitorSpotsRoute,
    { params: { lot_id: lot.lot_id }, query: {} },
    admin.token,
  )
  expect(items.find(({ id }) => id === now_id)).toMatchObject({ is_assigned: true, assigned_to: null })
  expect(items.find(({ id }) => id === later_id)).toMatchObject({ is_assigned: false, assigned_to: null })

  const starts_on = localDate('America/Chicago', minutesOf(at(72)))
  const later = { params: { spot_id: later_id }, body: { user_id, starts_on, ends_on: null } }
  await api.call(createAssignmentRoute, later, admin.token)
  const upcoming = await api.call(listAssignmentsRoute, { params: { spot_id: later_id } }, admin.token)
  expect(upcoming.items).toMatchObject([{ user_id, name: null }])
})

test('an impact preview has null for a driver without a name', async () => {
  const stage = await aStage(api)
  const driver = await stage.aDriver()
  await stage.book(driver, 0, 2, 5)
  await removeName(driver)
  const report = await stage.backtest({ rule_set: { rules: rulesOf({ max_duration_minutes: 180 }) } })
  expect(report.differences).toMatchObject([{ user_id: driver.user_id, driver: null }])
})
