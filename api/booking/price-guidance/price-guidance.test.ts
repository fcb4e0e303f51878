import {
  applyGuidanceRoute,
  getPriceGuidanceRoute,
  type PriceGuidance,
  replaceGuidanceSettingsRoute,
  undoGuidanceRoute,
} from '@openspot/contract/booking/price-guidance.ts'
import {
  createCalendarPriceRoute,
  listCalendarPricesRoute,
  updateCalendarPriceRoute,
} from '@openspot/contract/booking/prices.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aBusyLot } from '../../testing/factories/busy-lots.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'

const zone = 'America/Chicago'
let api: TestApi
let lot: TestLot
let owner: Person
const run = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await api.deps.database.pool.query(text, values)).rows as Row[]

beforeAll(async () => {
  // A Monday, 9 AM in Chicago. The 90 days before it begin on December 2 and have 13 Fridays.
  api = await testApi()
})
beforeEach(async () => {
  ;({ lot, owner } = await aBusyLot(api))
})
afterAll(() => api.close())

const ask = (of = lot, by = owner): Promise<PriceGuidance> =>
  api.call(getPriceGuidanceRoute, { params: { lot_id: of.lot_id } }, by.token)
const bounds = { lowest_bps: -2000, highest_bps: 3000, step_bps: 1000, is_weekly: false, version: 0 }
const save = (body: Partial<typeof bounds> = {}, of = lot, by = owner) =>
  api.call(
    replaceGuidanceSettingsRoute,
    { params: { lot_id: of.lot_id }, body: { ...bounds, ...body } },
    by.token,
  )
/** Everything that is suggested, as a request body. */
const allOf = ({ terms_version, hours }: PriceGuidance) => ({
  terms_version,
  hours: hours.flatMap(({ weekday, hour, suggested_bps }) =>
    suggested_bps === null ? [] : [{ weekday, hour, suggested_bps }],
  ),
})
const apply = async (guidance?: PriceGuidance) =>
  api.call(
    applyGuidanceRoute,
    { params: { lot_id: lot.lot_id }, body: allOf(guidance ?? (await ask())) },
    owner.token,
  )
const guidedPrices = async () =>
  (await api.call(listCalendarPricesRoute, { params: { lot_id: lot.lot_id } }, owner.token)).items.filter(
    ({ is_guidance }) => is_guidance,
  )
const at = (guidance: PriceGuidance, weekday: string, hour: number) =>
  guidance.hours.find((one) => one.weekday === weekday && one.hour === hour)

test('suggests higher prices in full hours and lower ones in quiet hours, with the occupancy that direct SQL counts', async () => {
  const guidance = await ask()
  expect(guidance).toMatchObject({
    state: 'READY',
    from_on: '2025-12-02',
    until_on: '2026-03-01',
    spots: 4,
    hour_cents: 400,
    settings: { is_saved: false, next_apply_at: null, version: 0 },
    last_change: null,
  })
  const rows = await run<{ weekday: number; hour: number; bps: number; weeks: number }>(
    `select extract(isodow from l.clock)::int as weekday, extract(hour from l.clock)::int as hour,
       round(10000.0 * count(r.id) / (count(distinct m.at) * 4))::int as bps, count(distinct l.clock::date)::int as weeks
     from generate_series('2025-12-02'::timestamp at time zone '${zone}', ('2026-03-02'::timestamp at time zone '${zone}') - interval '1 minute', '1 minute') as m (at)
       cross join lateral (select m.at at time zone '${zone}' as clock) l
       left join reservations r on r.lot_id = $1 and r.starts_at <= m.at and r.ends_at > m.at
     group by 1, 2 order by 1, 2`,
    [lot.lot_id],
  )
  expect(guidance.hours.map(({ occupancy_bps, weeks }) => [occupancy_bps, weeks])).toEqual(
    rows.map(({ bps, weeks }) => [bps, weeks]),
  )
  expect(at(guidance, 'FRI', 17)).toMatchObject({
    reason: 'BUSY',
    current_cents: 400,
    suggested_cents: 440,
    suggested_bps: 1000,
  })
  expect(at(guidance, 'TUE', 10)).toMatchObject({ reason: 'QUIET', suggested_cents: 360 })
  const evening = guidance.suggestions.find(({ reason }) => reason === 'BUSY')
  expect(evening).toMatchObject({
    weekday: 'FRI',
    from_hour: 17,
    until_hour: 21,
    occupancy_bps: 10_000,
    weeks: 13,
  })
})

test('back-tests the suggestions to the amounts that direct SQL computes', async () => {
  const { backtest } = await ask()
  const [direct] = await run<Record<string, number>>(
    `with priced as (
       select r.total_cents as before_cents, 99 + (
         select sum(case when extract(isodow from l.clock) = 5 and extract(hour from l.clock) between 17 and 20 then 440 else 360 end)
         from generate_series(r.starts_at, r.ends_at - interval '1 hour', '1 hour') as h (at)
           cross join lateral (select h.at at time zone '${zone}' as clock) l) as after_cents
       from reservations r where r.lot_id = $1 and r.created_at >= $2::timestamptz - interval '90 days'),
     lost as (
       select *, case when after_cents > before_cents then round(4000.0 * (after_cents - before_cents) / before_cents) else 0 end as share_bps
       from priced)
     select count(*)::int as bookings, sum(before_cents)::int as charged_cents, sum(before_cents)::int as current_cents,
       sum(after_cents)::int as if_all_book_cents, sum(after_cents - round(after_cents * share_bps / 10000))::int as expected_cents,
       (count(*) filter (where after_cents > before_cents))::int as more_expensive, (count(*) filter (where after_cents < before_cents))::int as less_expensive,
       0 as refused, round(sum(share_bps) / 10000)::int as lost
     from lost`,
    [lot.lot_id, api.ports.now().toISOString()],
  )
  expect(backtest).toEqual(direct)
  expect(backtest).toMatchObject({ more_expensive: 156, less_expensive: 6 })
})

test('counts bookings that would exceed the maximum charge as refused', async () => {
  const small = await aBusyLot(api, { service_fee_cents: 0, max_reservation_price: 860, day_cents: null })
  const { backtest } = await ask(small.lot, small.owner)
  // Two hours on a Friday evening cost $8.00, and would cost $8.80. Three on a Tuesday cost $12.00, which is refused today already.
  expect(backtest).toMatchObject({ refused: 52, more_expensive: 104, if_all_book_cents: 104 * 440 })
})

test('suggests nothing for a lot with too few reservations, without an hour price, or without free spots', async () => {
  const empty = await aLot(api, {}, 2)
  const staff = await aMember(api, empty.lot_id, 'ADMIN')
  const nothing = { suggestions: [], backtest: null }
  expect(await ask(empty, staff)).toMatchObject({ state: 'TOO_LITTLE_DATA', bookings: 0, ...nothing })
  const daily = await aLot(api, { hour_cents: null }, 2)
  const other = await aMember(api, daily.lot_id, 'ADMIN')
  const guidance = await ask(daily, other)
  expect(guidance).toMatchObject({ state: 'NO_HOUR_PRICE', hour_cents: null, ...nothing })
  expect(guidance.hours.every(({ current_cents }) => current_cents === null)).toBe(true)
  const full = await aLot(api, {}, 1)
  await run('update spots set deleted_at = now() where lot_id = $1', [full.lot_id])
  expect(await ask(full, await aMember(api, full.lot_id, 'ADMIN'))).toMatchObject({
    state: 'NO_SPOTS',
    ...nothing,
  })
})

test('leaves out closed hours, and adds the owner’s own weekly prices to the current one', async () => {
  await run(
    `update lots set opening_hours = '{"FRI": [{"opens": "18:00", "closes": "24:00"}]}' where id = $1`,
    [lot.lot_id],
  )
  await api.call(
    createCalendarPriceRoute,
    {
      body: {
        lot_id: lot.lot_id,
        name: 'Evenings',
        starts_at: '2026-01-02T18:00:00-06:00',
        ends_at: '2026-01-02T20:00:00-06:00',
        repeat_frequency: 'WEEKLY',
        weekdays: ['FRI'],
        percent_bps: 2000,
      },
    },
    owner.token,
  )
  const guidance = await ask()
  expect(at(guidance, 'FRI', 17)).toMatchObject({ reason: 'CLOSED', suggested_cents: null })
  // 20% more is $4.80, and 10% of that is $0.48: up to the next step below it.
  expect(at(guidance, 'FRI', 18)).toMatchObject({
    reason: 'BUSY',
    current_cents: 480,
    suggested_cents: 520,
    suggested_bps: 1000,
  })
  expect(at(guidance, 'FRI', 20)).toMatchObject({ current_cents: 400, suggested_cents: 440 })
})

test('applies suggestions as weekly calendar prices of hours, with an audit entry each, and can be undone once', async () => {
  const refused = await api.refusal(
    applyGuidanceRoute,
    { params: { lot_id: lot.lot_id }, body: allOf(await ask()) },
    owner.token,
  )
  expect(refused).toMatchObject({ status: 409, code: 'guidance_bounds_missing' })
  await save()
  const change = await apply()
  expect(change).toMatchObject({
    is_scheduled: false,
    raised: 4,
    lowered: 164,
    undone_at: null,
    can_undo: true,
  })
  const prices = await guidedPrices()
  expect(prices.find(({ percent_bps }) => percent_bps === 1000)).toMatchObject({
    name: 'Busy hours',
    weekdays: ['FRI'],
    repeat_frequency: 'WEEKLY',
    units: ['HOUR', 'HALF_HOUR'],
    zone_ids: null,
    is_published: true,
  })
  const actions = await run<{ action: string; count: number }>(
    `select action, count(*)::int as count from audit_log where lot_id = $1 and actor_user_id = $2 group by 1 order by 1`,
    [lot.lot_id, owner.user_id],
  )
  expect(actions).toEqual([
    { action: 'calendar_price.create', count: prices.length },
    { action: 'price_guidance.apply', count: 1 },
    { action: 'price_guidance.change', count: 1 },
  ])
  // The new prices are in effect, and are not judged by what happened before them.
  const after = await ask()
  expect(at(after, 'FRI', 17)).toMatchObject({
    reason: 'UNSETTLED',
    current_cents: 440,
    guided_bps: 1000,
    suggested_bps: null,
  })
  expect(after).toMatchObject({ suggestions: [], backtest: null, last_change: change })
  const undo = { params: { lot_id: lot.lot_id }, body: { change_id: change.id } }
  expect(await api.call(undoGuidanceRoute, undo, owner.token)).toMatchObject({
    can_undo: false,
    undone_at: api.ports.now().toISOString(),
  })
  expect(await guidedPrices()).toEqual([])
  expect(at(await ask(), 'FRI', 17)).toMatchObject({ current_cents: 400, reason: 'UNSETTLED' })
  expect(await api.refusal(undoGuidanceRoute, undo, owner.token)).toMatchObject({
    status: 409,
    code: 'guidance_changed',
    field: 'change_id',
  })
})

test('applies only the chosen hours, and exactly one of two simultaneous requests', async () => {
  await save()
  const guidance = await ask()
  const chosen = allOf(guidance).hours.filter(
    ({ weekday, hour }) => weekday === 'FRI' && hour >= 17 && hour < 19,
  )
  const request = {
    params: { lot_id: lot.lot_id },
    body: { terms_version: guidance.terms_version, hours: chosen },
  }
  const results = await Promise.allSettled([
    api.call(applyGuidanceRoute, request, owner.token),
    api.call(applyGuidanceRoute, request, owner.token),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await guidedPrices()).toHaveLength(1)
  const [price] = await guidedPrices()
  expect([price?.starts_at.slice(11, 16), price?.ends_at?.slice(11, 16)]).toEqual(['23:00', '01:00'])
})

test('rejects suggestions with 409 guidance_changed if prices were changed since they were read', async () => {
  await save()
  const guidance = await ask()
  const body = allOf(guidance)
  const [first] = body.hours
  const other = { ...body, hours: [{ ...first, weekday: 'FRI' as const, hour: 17, suggested_bps: 2900 }] }
  const call = (sent: typeof body) =>
    api.refusal(applyGuidanceRoute, { params: { lot_id: lot.lot_id }, body: sent }, owner.token)
  expect(await call(other)).toMatchObject({ status: 409, code: 'guidance_changed', field: 'hours' })
  await run('update lots set hour_cents = 500 where id = $1', [lot.lot_id])
  expect(await call(body)).toMatchObject({ status: 409, code: 'guidance_changed', field: 'terms_version' })
  expect(await guidedPrices()).toEqual([])
})

test('the database refuses a price of guidance outside of the bounds, and tightened bounds move prices to them', async () => {
  await save()
  await apply()
  const beyond = run(
    'update calendar_prices set percent_bps = 3001 where lot_id = $1 and is_guidance and percent_bps > 0',
    [lot.lot_id],
  )
  await expect(beyond).rejects.toMatchObject({ code: 'OS053' })
  const exclude = run('update price_guidance set highest_bps = 900 where lot_id = $1', [lot.lot_id])
  await expect(exclude).rejects.toBeInstanceOf(pg.DatabaseError)
  const saved = await save({ lowest_bps: 0, highest_bps: 500, version: 1 })
  expect(saved).toMatchObject({ lowest_bps: 0, highest_bps: 500, is_saved: true, version: 2 })
  expect((await guidedPrices()).map(({ percent_bps }) => percent_bps)).toEqual([500])
  expect((await ask()).last_change).toMatchObject({ can_undo: false })
})

test('rejects bounds that were saved by someone else meanwhile with 409, and bounds that allow nothing', async () => {
  await save()
  const refusal = (body: Partial<typeof bounds>) =>
    api.refusal(
      replaceGuidanceSettingsRoute,
      { params: { lot_id: lot.lot_id }, body: { ...bounds, ...body } },
      owner.token,
    )
  expect(await refusal({})).toMatchObject({ status: 409, code: 'guidance_changed', field: 'version' })
  expect(await refusal({ lowest_bps: 0, highest_bps: 0, version: 1 })).toMatchObject({
    status: 400,
    code: 'request_invalid',
    field: 'highest_bps',
  })
  expect(await refusal({ highest_bps: 10_001, version: 1 })).toMatchObject({
    status: 400,
    field: 'highest_bps',
  })
})

test('a price that a person edits is theirs, and guidance no longer changes it', async () => {
  await save()
  await apply()
  const busy = (await guidedPrices()).find(({ percent_bps }) => percent_bps === 1000)
  const edited = await api.call(
    updateCalendarPriceRoute,
    { params: { price_id: busy?.id ?? '' }, body: { percent_bps: 5000, version: busy?.version ?? 0 } },
    owner.token,
  )
  expect(edited).toMatchObject({ is_guidance: false, percent_bps: 5000, version: (busy?.version ?? 0) + 1 })
  const { last_change, hours } = await ask()
  expect(last_change).toMatchObject({ can_undo: false })
  expect(hours.find(({ weekday, hour }) => weekday === 'FRI' && hour === 17)).toMatchObject({
    current_cents: 600,
    guided_bps: 0,
  })
})
