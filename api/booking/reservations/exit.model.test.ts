import {
  cancelReservationRoute,
  editReservationRoute,
  getCancellationRoute,
  previewChangeRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { changeByStaffRoute, previewStaffChangeRoute } from '@openspot/contract/booking/staff-changes.ts'
import { cancelByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { CallError } from '@openspot/contract/call.ts'
import { validateReservationRoute } from '@openspot/contract/operations/validation.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { modelRuns } from '../../testing/environment.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { anOption, aPartner } from '../../testing/factories/validation.ts'
import { type Random, randomFrom } from '../../testing/model/random.ts'

// Longer runs have a command of their own: see docs/measurements.md.
const { seeds, first } = modelRuns()
const cases = 10

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

interface Case {
  random: Random
  admin: Person
  driver: Person
  card: string
  id: string
  lot_id: string
  isMonthly: boolean
}

const key = () => secretWord(api.ports)
const params = ({ id }: Case) => ({ reservation_id: id })
const look = (one: Case) => api.call(getReservationRoute, { params: params(one) }, one.driver.token)
const now = () => api.ports.now().toISOString()

/** A paid reservation in a lot with random terms. */
async function aCase(random: Random): Promise<Case> {
  const lot = await aLot(
    api,
    {
      hour_cents: random.pick([150, 400, 650]),
      day_cents: random.pick([1200, 2000, 3600]),
      month_cents: 24_000,
      service_fee_cents: random.pick([0, 99]),
      gives_back_rest: random.yes(0.7),
      cancel_until_minutes_after_start: random.pick([-120, 0, 15, 90]),
      snap_minutes: random.pick([15, 30, 60]),
      // Otherwise a price of up to five hours would exceed it only at the start.
      min_reservation_price: random.pick([0, 900]),
    },
    1,
  )
  const driver = await aPerson(api)
  const card = await aCard(api, driver, 'pm_card_bypassPending')
  const isMonthly = random.yes(0.15)
  const times = twoHours(api, 1, 1 + random.below(8))
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id: card,
    ...times,
    ...(isMonthly ? { ends_at: null } : {}),
  })
  await api.runJobs()
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  return { random, driver, card, id: reservation.id, lot_id: lot.lot_id, isMonthly, admin }
}

/** A later or earlier end that is not now. */
async function otherEnd(one: Case, by: number): Promise<string | null> {
  const { starts_at, ends_at } = await look(one)
  if (ends_at === null) return null
  const at = Date.parse(ends_at) + by * 3_600_000
  return at > Math.max(Date.parse(starts_at), api.ports.now().getTime()) + 3_600_000
    ? new Date(at).toISOString()
    : null
}

const changesByStaff =
  (by: number) =>
  async (one: Case): Promise<void> => {
    const ends_at = await otherEnd(one, by)
    if (ends_at === null) return
    const query = { ends_at }
    const plan = await api.call(previewStaffChangeRoute, { params: params(one), query }, one.admin.token)
    const { version, difference_cents } = plan
    const body = { version, difference_cents, ends_at, is_billed: one.random.yes(0.7) }
    await api.call(changeByStaffRoute, { params: params(one), body, idempotency_key: key() }, one.admin.token)
  }

const changesByDriver =
  (by: number, card?: string) =>
  async (one: Case): Promise<void> => {
    const ends_at = await otherEnd(one, by)
    if (ends_at === null) return
    const { difference_cents } = await api.call(
      previewChangeRoute,
      { params: params(one), query: { ends_at } },
      one.driver.token,
    )
    const payment_method_id = card === undefined ? one.card : await aCard(api, one.driver, card)
    const body = { ...params(one), ends_at, difference_cents, payment_method_id }
    await api.call(editReservationRoute, { body, idempotency_key: key() }, one.driver.token)
  }

const validates = async (one: Case): Promise<void> => {
  const { id } = await aPartner(api, one.admin, one.lot_id)
  const minutes = { discount: 'TIME' as const, amount_cents: null, minutes: 60 }
  const option = await anOption(api, one.admin, id, one.random.yes(0.5) ? minutes : {})
  const ids = { ...params(one), public_option_id: option.public_option_id }
  await api.call(validateReservationRoute, { params: ids }, one.driver.token)
  await api.runJobs()
}

const steps: [name: string, run: (one: Case) => Promise<void>][] = [
  ['staff extends', changesByStaff(1)],
  ['staff shortens', changesByStaff(-1)],
  ['driver extends', changesByDriver(1)],
  ['driver shortens', changesByDriver(-1)],
  ['driver extends with a declined card', changesByDriver(1, 'pm_card_chargeCustomerFail')],
  ['validates', validates],
]

/** Runs a step. Returns `done`, or the code of its refusal. */
async function outcomeOf(step: Promise<unknown>): Promise<string> {
  try {
    await step
    return 'done'
  } catch (error) {
    if (error instanceof CallError && error.status < 500) return error.body.code
    throw error
  }
}

interface Way {
  /** What the driver gets: a refund, and what is taken off an unpaid bill. */
  refund: number
  waived: number
  leave: () => Promise<unknown>
}
const worth = ({ refund, waived }: Way) => refund + waived

/** What each way out says that it gives at this moment. A way that is refused is absent. */
async function waysOf(one: Case): Promise<Partial<Record<string, Way>>> {
  const ways: Partial<Record<string, Way>> = {}
  const at = { params: params(one) }
  const { token } = one.driver
  const add = async (name: string, ask: () => Promise<Way | null>) => {
    try {
      const way = await ask()
      if (way) ways[name] = way
    } catch (error) {
      if (!(error instanceof CallError) || error.status >= 500) throw error
    }
  }
  await add('driver cancels', async () => {
    const { refund_cents, waived_cents } = await api.call(getCancellationRoute, at, token)
    return {
      refund: refund_cents,
      waived: waived_cents,
      leave: () => api.call(cancelReservationRoute, { ...at, body: { refund_cents } }, token),
    }
  })
  await add('staff cancel', async () => {
    const { refund_cents, waived_cents } = await api.call(getCancellationRoute, at, one.admin.token)
    const order = { ...at, body: { reason: 'Sorry' } }
    return {
      refund: refund_cents,
      waived: waived_cents,
      leave: () => api.call(cancelByStaffRoute, order, one.admin.token),
    }
  })
  const ends_at = now()
  await add('driver ends now', async () => {
    const plan = await api.call(previewChangeRoute, { ...at, query: { ends_at } }, token)
    if (plan.refusal || plan.difference_cents > 0) return null
    const { difference_cents, waived_cents: waived, validated_cents } = plan
    const body = { ...params(one), ends_at, difference_cents }
    return {
      refund: 0 - difference_cents - waived - validated_cents,
      waived,
      leave: () => api.call(editReservationRoute, { body, idempotency_key: key() }, token),
    }
  })
  await add('staff end now', async () => {
    const plan = await api.call(previewStaffChangeRoute, { ...at, query: { ends_at } }, one.admin.token)
    if (plan.refusal || plan.difference_cents > 0) return null
    const { difference_cents, waived_cents: waived, validated_cents, version } = plan
    const order = { ...at, body: { ends_at, version, difference_cents }, idempotency_key: key() }
    return {
      refund: 0 - difference_cents - waived - validated_cents,
      waived,
      leave: () => api.call(changeByStaffRoute, order, one.admin.token),
    }
  })
  return ways
}

/** What the driver got back, and what is still billed. */
async function moneyOf(one: Case): Promise<{ back: number; billed: number }> {
  const { rows } = await api.deps.database.pool.query<{ back: number; billed: number }>(
    `select coalesce(sum(i.refunded_cents + i.refund_pending_cents), 0)::int as back,
       coalesce(sum(i.total_cents) filter (where i.status in ('PENDING', 'FAILED') and i.kind = 'CORRECTION'), 0)::int as billed
     from invoices i where i.reservation_id = $1`,
    [one.id],
  )
  if (!rows[0]) throw new Error('the reservation is gone')
  return rows[0]
}

const seen = new Set<string>()
const note = (word: string) => {
  seen.add(word)
  return word
}

async function live(one: Case): Promise<void> {
  const { random } = one
  const story: string[] = [one.isMonthly ? note('monthly') : note('with an end')]
  // Before the start, at it, within the deadline, after it, in the last step, or over.
  api.ports.advance({ minutes: random.pick([0, 45, 61, 80, 130, 200, 300, 500]) })
  for (let turn = random.below(4); turn > 0; turn--) {
    const [name, run] = random.pick(steps)
    story.push(`${name}: ${note(await outcomeOf(run(one)))}`)
    api.ports.advance({ minutes: random.pick([0, 5, 40]) })
  }
  const { starts_at, ends_at, cancel_until_at, pending_change_id } = await look(one)
  const state = { starts_at, ends_at, cancel_until_at, pending_change_id, now: now() }
  const ways = await waysOf(one)
  const shown = Object.fromEntries(Object.entries(ways).map(([name, way]) => [name, way && worth(way)]))
  const context = [...story, JSON.stringify(state), JSON.stringify(shown)].join('\n')
  const { 'driver cancels': cancels, 'staff cancel': staffCancels } = ways
  note(starts_at > now() ? 'ahead' : ends_at !== null && ends_at <= now() ? 'over' : 'running')
  note((cancel_until_at ?? '') >= now() ? 'before the deadline' : 'after the deadline')
  if (!cancels || !staffCancels) {
    expect(Object.keys(ways), context).toEqual([])
    return
  }
  // No exit offers less than another, and staff never give less than the driver would get.
  expect(worth(staffCancels), context).toBeGreaterThanOrEqual(worth(cancels))
  const pairs = [
    [ways['driver ends now'], cancels],
    [ways['staff end now'], staffCancels],
  ] as const
  for (const [end, cancel] of pairs) {
    if (!end) continue
    note('can end now')
    expect(worth(end), context).toBe(worth(cancel))
  }

  // What was shown is what is paid back.
  const [name, way] = random.pick(Object.entries(ways).filter((entry): entry is [string, Way] => !!entry[1]))
  const before = await moneyOf(one)
  const outcome = note(await outcomeOf(way.leave()))
  if (outcome !== 'done') {
    expect([name, outcome], context).toEqual(['driver cancels', 'change_waiting'])
    expect(await moneyOf(one), context).toEqual(before)
    return
  }
  note(name)
  await api.runJobs()
  const after = await moneyOf(one)
  expect(after.back - before.back, `${context}\n${name}`).toBe(way.refund)
  if (way.waived > 0) note('takes it off a bill')
  expect(before.billed - after.billed, `${context}\n${name}`).toBeGreaterThanOrEqual(
    Math.min(way.waived, before.billed),
  )
}

test.each(Array.from({ length: seeds }, (_, at) => first + at))(
  'no way out of a reservation offers less than another at the same moment, and each pays what it showed (seed %i)',
  async (seed) => {
    const random = randomFrom(seed * 7919)
    for (let at = 0; at < cases; at++) await live(await aCase(random))
  },
  240_000,
)

test('every kind of state was reached', async () => {
  const all = [
    'monthly',
    'with an end',
    'ahead',
    'running',
    'over',
    'before the deadline',
    'after the deadline',
  ]
  const needed = [...all, 'can end now', 'driver cancels', 'staff cancel', 'driver ends now', 'staff end now']
  const random = randomFrom(first)
  for (let more = 0; needed.some((word) => !seen.has(word)) && more < 60; more++)
    await live(await aCase(random))
  expect(needed.filter((word) => !seen.has(word))).toEqual([])
}, 240_000)
