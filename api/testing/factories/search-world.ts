import { noRules } from '@openspot/core/rules/no-rules.ts'
import type { Rules } from '@openspot/core/rules/types.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { endless } from '../../booking/occupancy/times.rules.ts'
import type { TestApi } from '../api.ts'
import { aLot, type TestLot } from './lots.ts'
import { aPerson, type Person } from './people.ts'
import type { LotPlan } from './search-plans.ts'

/** Writes randomly generated lots straight to the database for the tests of search. */

export interface WorldLot extends TestLot {
  plan: LotPlan
  zone_id: string
  /** Whether each spot is assigned to the driver. */
  is_own: boolean[]
  sends_to: string | null
}

export interface World {
  lots: WorldLot[]
  lat: number
  lng: number
  driver: Person
  stranger: Person
  at(hours: number, minutes?: number): string
}

/** Returns a function for the instant that many hours and minutes after the next full hour of the test clock. */
export function clockOf(api: TestApi): World['at'] {
  const first = Math.ceil(api.ports.now().getTime() / 3_600_000) * 60
  return (hours, minutes = 0) => isoOf(first + hours * 60 + minutes)
}

/** Worlds are so far apart that no search sees two. */
let worlds = 0

export async function makeWorld(api: TestApi, plans: readonly LotPlan[]): Promise<World> {
  const people = { driver: await aPerson(api), other: await aPerson(api), host: await aPerson(api) }
  const place = { lat: -60 + (worlds % 600) * 0.2, lng: 12.34 + Math.floor(worlds / 600) }
  worlds++
  const at = clockOf(api)
  const lots: WorldLot[] = []
  for (const [nth, plan] of plans.entries()) {
    lots.push(await makeLot(api, plan, { lat: place.lat + nth * 0.001, lng: place.lng }, people, at))
  }
  const { db } = api.deps.database
  for (const [nth, lot] of lots.entries()) {
    const to = lots[nth + 1]
    if (!lot.plan.redirects || !to) continue
    await db.insertInto('lot_redirects').values({ from_lot_id: lot.lot_id, to_lot_id: to.lot_id }).execute()
    lot.sends_to = to.lot_id
  }
  return { lots, ...place, driver: people.driver, stranger: await aPerson(api), at }
}

type People = { driver: Person; other: Person; host: Person }

async function makeLot(
  api: TestApi,
  plan: LotPlan,
  place: { lat: number; lng: number },
  people: People,
  at: World['at'],
): Promise<WorldLot> {
  const { db } = api.deps.database
  const { time_zone, snap_minutes, max_reservation_price, is_private, overnight_allowed, hours } = plan
  const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
  const opening_hours = hours && JSON.stringify(Object.fromEntries(days.map((day) => [day, [hours]])))
  const lot = await aLot(
    api,
    {
      ...place,
      time_zone,
      snap_minutes,
      max_reservation_price,
      is_private,
      overnight_allowed,
      ...plan.rates,
      opening_hours,
    },
    plan.spots.length,
  )
  const of = { lot_id: lot.lot_id, created_at: at(-1) }
  const zone = await db
    .insertInto('zones')
    .values({ lot_id: lot.lot_id, name: 'Level 1', ...plan.zone_rates })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [nth, spot] of plan.spots.entries()) {
    const { type, features, in_zone, rates, assignee } = spot
    await db
      .updateTable('spots')
      .set({
        type,
        features,
        ...rates,
        zone_id: in_zone ? zone.id : null,
        assigned_user_id: assignee && people[assignee.who].user_id,
      })
      .where('id', '=', lot.spot_ids[nth] ?? '')
      .execute()
    if (assignee) await letSpot(api, lot, nth, assignee, people[assignee.who], at)
  }
  await holdReservations(api, lot, plan, people, at)
  for (const { spot, from, hours: long } of plan.closures) {
    const spot_no = (spot % plan.spots.length) + 1
    const starts_min = minutesOf(at(from))
    await db
      .insertInto('occupancy')
      .values({ lot_id: lot.lot_id, spot_no, starts_min, ends_min: starts_min + long * 60 })
      .execute()
  }
  if (plan.calendar) {
    const { from, hours: long, repeats, by_zone } = plan.calendar
    await db
      .insertInto('calendar_prices')
      .values({
        ...of,
        changed_at: at(-1),
        name: 'Event',
        percent_bps: 5000,
        starts_at: at(from),
        ends_at: at(from + long),
        repeat_frequency: repeats ? 'DAILY' : 'NEVER',
        zone_ids: by_zone ? [zone.id] : null,
        created_by_user_id: people.host.user_id,
      })
      .execute()
  }
  if (plan.default_rules) {
    const { rules, by_zone } = plan.default_rules
    await aRuleSet(api, lot.lot_id, { ...rules, ...(by_zone ? { zone_ids: [zone.id] } : {}) }, true)
  }
  if (plan.driver !== 'stranger') {
    const group_id = plan.driver === 'grouped' ? await aGroup(api, lot.lot_id, plan.group_rules) : null
    await db
      .insertInto('memberships')
      .values({ lot_id: lot.lot_id, user_id: people.driver.user_id, status: 'ACTIVE', group_id })
      .execute()
  }
  const is_own = plan.spots.map(({ assignee }) => assignee?.who === 'driver')
  return { ...lot, plan, zone_id: zone.id, is_own, sends_to: null }
}

/** Assigns a spot and opens it for the time that its assignee sublets it. */
async function letSpot(
  api: TestApi,
  { lot_id, spot_ids }: TestLot,
  nth: number,
  sublease: NonNullable<LotPlan['spots'][number]['assignee']>,
  assignee: Person,
  at: World['at'],
): Promise<void> {
  const { db } = api.deps.database
  const [starts_at, ends_at] = [at(sublease.from), at(sublease.from + sublease.hours)]
  await db
    .insertInto('availability')
    .values({
      lot_id,
      spot_id: spot_ids[nth] ?? '',
      kind: 'OPEN',
      starts_at,
      ends_at,
      hour_cents: sublease.hour_cents,
      created_by_user_id: assignee.user_id,
      created_at: at(-1),
    })
    .execute()
  const spot_no = nth + 1
  await db.deleteFrom('occupancy').where('lot_id', '=', lot_id).where('spot_no', '=', spot_no).execute()
  await db
    .insertInto('occupancy')
    .values([
      { lot_id, spot_no, starts_min: 0, ends_min: minutesOf(starts_at) },
      { lot_id, spot_no, starts_min: minutesOf(ends_at), ends_min: endless },
    ])
    .execute()
}

async function holdReservations(
  api: TestApi,
  lot: TestLot,
  plan: LotPlan,
  people: People,
  at: World['at'],
): Promise<void> {
  for (const { spot, from, hours, status, is_flexible, who } of plan.reservations) {
    const times = { starts_at: at(from), ends_at: hours === null ? null : at(from + hours) }
    await api.deps.database.db
      .insertInto('reservations')
      .values({
        lot_id: lot.lot_id,
        status,
        is_flexible,
        ...times,
        currency: 'USD',
        total_cents: 0,
        terms_version: 1,
        spot_id: lot.spot_ids[spot % lot.spot_ids.length] ?? '',
        user_id: people[who].user_id,
        created_by_user_id: people[who].user_id,
        cancel_until_at: at(from),
        hold_expires_at: at(from),
        created_at: at(-1),
      })
      .onConflict((on) => on.doNothing())
      .execute()
  }
}

export async function aRuleSet(
  api: TestApi,
  lot_id: string,
  rules: Partial<Rules>,
  is_default: boolean,
): Promise<string> {
  const { db } = api.deps.database
  const created_at = api.ports.now().toISOString()
  const { id } = await db
    .insertInto('rule_sets')
    .values({ lot_id, name: is_default ? 'Everyone' : 'Residents', is_default, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('rule_set_versions')
    .values({
      rule_set_id: id,
      lot_id,
      version: 1,
      rules: JSON.stringify({ ...noRules, ...rules }),
      created_at,
    })
    .execute()
  return id
}

async function aGroup(api: TestApi, lot_id: string, rules: Partial<Rules>): Promise<string> {
  const rule_set_id = await aRuleSet(api, lot_id, rules, false)
  const { id } = await api.deps.database.db
    .insertInto('groups')
    .values({ lot_id, name: 'Unit 7', rule_set_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
