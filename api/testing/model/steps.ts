import {
  createSpotAvailabilityRoute,
  deleteAvailabilityRoute,
  getSpotAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import * as changeCalls from '@openspot/contract/booking/reservation-changes.ts'
import * as calls from '@openspot/contract/booking/reservations.ts'
import * as staffChangeCalls from '@openspot/contract/booking/staff-changes.ts'
import * as staffCalls from '@openspot/contract/booking/staff-reservations.ts'
import {
  joinWaitlistRoute,
  leaveWaitlistRoute,
  listMyWaitlistRoute,
} from '@openspot/contract/booking/waitlist.ts'
import { withdrawBillRoute } from '@openspot/contract/money/bills.ts'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { releaseHolds, syncOpenPayments } from '../../jobs/release-holds.ts'
import { secretWord } from '../../ports.ts'
import type { Driver, World } from './world.ts'

/** One action of a person. It may be rejected but must not fail. */
export type Step = (world: World) => Promise<void>

const halfHour = 1_800_000
const soon = ({ api, random }: World, most: number) =>
  new Date(
    Math.ceil(api.ports.now().getTime() / halfHour) * halfHour + random.below(most) * halfHour,
  ).toISOString()
const plus = (at: string, halves: number) => new Date(Date.parse(at) + halves * halfHour).toISOString()
const key = ({ api }: World) => secretWord(api.ports)
const aSpot = ({ random, lot }: World) => random.pick(lot.spot_ids)
const cardOf = ({ random }: World, driver: Driver) =>
  driver.others.length > 0 && random.yes(0.4)
    ? random.pick(driver.others)
    : random.yes(0.75)
      ? driver.cards.good
      : random.yes(0.5)
        ? driver.cards.asking
        : driver.cards.declining

function aKnown(world: World): { id: string; driver: Driver } {
  const { known, random, drivers } = world
  // Usually an existing reservation, occasionally another person's, or none.
  if (known.length === 0) return { id: world.api.ports.id(), driver: random.pick(drivers) }
  const one = random.pick(known)
  return random.yes(0.93) ? one : { id: one.id, driver: random.pick(drivers) }
}

const book: Step = async (world) => {
  const { api, random, drivers, lot } = world
  const driver = random.pick(drivers)
  const starts_at = soon(world, 12)
  const isMonthly = random.yes(0.08)
  const where = random.yes(0.5) ? { spot_id: aSpot(world) } : { lot_id: lot.lot_id }
  const query = {
    ...where,
    starts_at,
    ...(isMonthly ? {} : { ends_at: plus(starts_at, 1 + random.below(8)) }),
  }
  const checkout = await api.call(calls.getCheckoutRoute, { query }, driver.token)
  if (checkout.quote_token === null) return
  const body = {
    spot_id: checkout.spot.id,
    starts_at: checkout.starts_at,
    ends_at: checkout.ends_at,
    quote_token: checkout.quote_token,
    allows_another: random.yes(0.8),
    payment_method_id: cardOf(world, driver),
    ...(random.yes(0.5) ? { car_id: driver.car_id } : {}),
  }
  const booked = await api.call(calls.bookInstantlyRoute, { body, idempotency_key: key(world) }, driver.token)
  world.known.push({ id: booked.reservation.id, driver })
}

const confirm: Step = async (world) => {
  const { id, driver } = aKnown(world)
  const body = world.random.yes(0.6) ? { payment_method_id: cardOf(world, driver) } : {}
  await world.api.call(
    calls.confirmReservationRoute,
    { params: { reservation_id: id }, body, idempotency_key: key(world) },
    driver.token,
  )
}

const edit: Step = async (world) => {
  const { api, random } = world
  const { id, driver } = aKnown(world)
  const reservation = await api.call(
    calls.getReservationRoute,
    { params: { reservation_id: id } },
    driver.token,
  )
  const ends = reservation.ends_at ?? plus(reservation.starts_at, 48 * 20)
  const asked = {
    ...(random.yes(0.8) ? { ends_at: plus(ends, random.below(9) - 4) } : {}),
    ...(random.yes(0.3) ? { starts_at: plus(reservation.starts_at, random.below(5) - 2) } : {}),
    ...(random.yes(0.25) ? { spot_id: aSpot(world) } : {}),
  }
  const preview = await api.call(
    changeCalls.previewChangeRoute,
    { params: { reservation_id: id }, query: asked },
    driver.token,
  )
  const body = {
    reservation_id: id,
    ...asked,
    difference_cents: preview.difference_cents,
    payment_method_id: cardOf(world, driver),
  }
  const done = await api.call(
    changeCalls.editReservationRoute,
    { body, idempotency_key: key(world) },
    driver.token,
  )
  if (done.reservation.id !== id) world.known.push({ id: done.reservation.id, driver })
}

const changeCar: Step = async (world) => {
  const { id, driver } = aKnown(world)
  const car_id = world.random.yes(0.5) ? driver.car_id : null
  await world.api.call(
    changeCalls.updateReservationRoute,
    { params: { reservation_id: id }, body: { car_id } },
    driver.token,
  )
}

const cancel: Step = async (world) => {
  const { id, driver } = aKnown(world)
  const params = { reservation_id: id }
  const preview = await world.api.call(changeCalls.getCancellationRoute, { params }, driver.token)
  await world.api.call(
    changeCalls.cancelReservationRoute,
    { params, body: { refund_cents: preview.refund_cents } },
    driver.token,
  )
}

const create: Step = async (world) => {
  const { api, random, drivers, lot, admin } = world
  const driver = random.pick(drivers)
  const starts_at = plus(soon(world, 12), random.yes(0.2) ? -6 : 0)
  const where = random.yes(0.6) ? { spot_id: aSpot(world) } : { lot_id: lot.lot_id }
  const body = {
    ...where,
    person: { email: driver.email },
    starts_at,
    ends_at: random.yes(0.08) ? null : plus(starts_at, 1 + random.below(8)),
    payment_kind: random.pick(['STRIPE', 'NONE'] as const),
    ...(random.yes(0.3) ? { price_cents: random.below(3000) } : {}),
    ...(random.yes(0.3) ? { override_reason: 'Because' } : {}),
  }
  const made = await api.call(
    staffCalls.createByStaffRoute,
    { body, idempotency_key: key(world) },
    admin.token,
  )
  world.known.push({ id: made.id, driver })
}

const replace: Step = async (world) => {
  const { api, random, admin, known } = world
  const { id, driver } = aKnown(world)
  const other = random.yes(0.25) && known.length > 0 ? random.pick(known).id : null
  const where = other === null ? { spot_id: aSpot(world) } : { with_reservation_id: other }
  const from = random.yes(0.3) ? { from: soon(world, 10) } : {}
  const body = { reservation_id: id, ...where, ...from, reason: 'Maintenance' }
  const done = await api.call(
    staffCalls.replaceByStaffRoute,
    { body, idempotency_key: key(world) },
    admin.token,
  )
  if (done.continued_by) world.known.push({ id: done.continued_by.id, driver })
}

const changeByStaff: Step = async (world) => {
  const { api, random, admin } = world
  const { id } = aKnown(world)
  const params = { reservation_id: id }
  const reservation = await api.call(calls.getReservationRoute, { params }, admin.token)
  const ends = reservation.ends_at ?? plus(reservation.starts_at, 48 * 20)
  const asked = {
    ends_at: plus(ends, random.below(9) - 4),
    ...(random.yes(0.3) ? { starts_at: plus(reservation.starts_at, random.below(5) - 2) } : {}),
    ...(random.yes(0.25) ? { spot_id: aSpot(world) } : {}),
  }
  const { version, difference_cents } = await api.call(
    staffChangeCalls.previewStaffChangeRoute,
    { params, query: asked },
    admin.token,
  )
  const body = {
    ...asked,
    version,
    difference_cents,
    is_billed: random.yes(0.7),
    ...(random.yes(0.5) ? { override_reason: 'Because' } : {}),
  }
  const order = { params, body, idempotency_key: key(world) }
  const { bill } = await api.call(staffChangeCalls.changeByStaffRoute, order, admin.token)
  // The bill may be paid, withdrawn, or left open until the next change.
  if (bill !== null && random.yes(0.3))
    await api.call(withdrawBillRoute, { params: { invoice_id: bill.id } }, admin.token)
}

const cancelByStaff: Step = async (world) => {
  const { id } = aKnown(world)
  const refund = world.random.yes(0.5) ? { refund_cents: world.random.below(1500) } : {}
  const input = {
    params: { reservation_id: id },
    body: { reason: 'Flood', ...refund },
    idempotency_key: key(world),
  }
  await world.api.call(staffCalls.cancelByStaffRoute, input, world.admin.token)
}

const notice: Step = async (world) => {
  const { id } = aKnown(world)
  const who = world.random.yes(0.5) ? world.host : world.admin
  await world.api.call(staffCalls.giveNoticeRoute, { params: { reservation_id: id }, body: {} }, who.token)
}

const close: Step = async (world) => {
  const { api, random, admin } = world
  const starts_at = soon(world, 20)
  const repeats = random.yes(0.3)
  const body = {
    kind: 'CLOSED' as const,
    starts_at,
    ends_at: plus(starts_at, 1 + random.below(6)),
    ...(repeats ? { repeat_frequency: 'DAILY' as const } : {}),
  }
  await api.call(createSpotAvailabilityRoute, { params: { spot_id: aSpot(world) }, body }, admin.token)
}

const open: Step = async (world) => {
  const { api, random, admin } = world
  const spot_id = aSpot(world)
  const { availability_rules: rules } = await api.call(
    getSpotAvailabilityRoute,
    { params: { spot_id }, query: {} },
    admin.token,
  )
  const closed = (rules ?? []).filter(({ kind }) => kind === 'CLOSED')
  if (closed.length === 0) return
  await api.call(
    deleteAvailabilityRoute,
    { params: { availability_id: random.pick(closed).id } },
    admin.token,
  )
}

const wait: Step = async (world) => {
  const { api, random, drivers, lot } = world
  const driver = random.pick(drivers)
  const starts_at = soon(world, 8)
  const body = { starts_at, ends_at: plus(starts_at, 1 + random.below(6)) }
  await api.call(joinWaitlistRoute, { params: { lot_id: lot.lot_id }, body }, driver.token)
}

const takeOffers: Step = async (world) => {
  const { api, random, drivers } = world
  const driver = random.pick(drivers)
  const { items } = await api.call(listMyWaitlistRoute, {}, driver.token)
  const entry = items.find(({ status }) => status === 'OFFERED' || status === 'WAITING')
  if (!entry) return
  if (entry.reservation_id !== null) world.known.push({ id: entry.reservation_id, driver })
  else if (random.yes(0.2))
    await api.call(leaveWaitlistRoute, { params: { entry_id: entry.id } }, driver.token)
}

const timePasses: Step = async ({ api, random }) => {
  api.ports.advance({ minutes: random.pick([3, 11, 35, 95, 400]) })
  await releaseHolds(paymentDepsOf(api.deps))
}

const dustSettles: Step = async ({ api }) => {
  await syncOpenPayments(paymentDepsOf(api.deps))
  await api.runJobs()
}

/** The steps and their relative frequencies. */
export const steps: [name: string, step: Step, weight: number][] = [
  ['book', book, 30],
  ['confirm', confirm, 8],
  ['edit', edit, 24],
  ['change the car', changeCar, 3],
  ['cancel', cancel, 8],
  ['create by staff', create, 8],
  ['replace', replace, 9],
  ['change by staff', changeByStaff, 8],
  ['cancel by staff', cancelByStaff, 3],
  ['give notice', notice, 2],
  ['close', close, 3],
  ['open', open, 2],
  ['wait', wait, 3],
  ['take offers', takeOffers, 3],
  ['time passes', timePasses, 6],
  ['the dust settles', dustSettles, 5],
]
