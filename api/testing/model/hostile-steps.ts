import {
  bookInstantlyRoute,
  confirmReservationRoute,
  getCheckoutRoute,
  getReservationRoute,
  listParkHistoryRoute,
} from '@openspot/contract/booking/reservations.ts'
import {
  cancelByStaffRoute,
  createByStaffRoute,
  replaceByStaffRoute,
} from '@openspot/contract/booking/staff-reservations.ts'
import type { CallError, Input, Output } from '@openspot/contract/call.ts'
import {
  adjustInvoiceRoute,
  getAdminInvoiceRoute,
  payInvoiceRoute,
} from '@openspot/contract/money/adjustments.ts'
import { approveBillRoute, contestBillRoute } from '@openspot/contract/money/bills.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import {
  acceptSubscriptionChangeRoute,
  changeSubscriptionRoute,
  getReservationSubscriptionRoute,
} from '@openspot/contract/money/subscriptions.ts'
import { listLotCarsRoute } from '@openspot/contract/people/cars.ts'
import { addMemberRoute, getLotUserRoute, listMembersRoute } from '@openspot/contract/people/memberships.ts'
import type { Route } from '@openspot/contract/route.ts'
import { secretWord } from '../../ports.ts'
import type { TestLot } from '../factories/lots.ts'
import type { Person } from '../factories/people.ts'
import { twoHours } from '../factories/reservations.ts'
import type { Step, steps } from './steps.ts'
import type { World } from './world.ts'

/** A person who attacks: as admin of a lot, or as a guest. */
export interface Attacker {
  by: Person
  lot: TestLot
}

export interface HostileWorld extends World {
  attackers: Attacker[]
  /** Every response to attackers, including rejections. */
  answers: string[]
  /** Reservations and invoices that attackers have learned of. */
  learned: { reservation_id: string; invoice_id: string | null }[]
}

/** Calls a route as an attacker and records the response. Rejections are thrown as usual. */
async function attack<R extends Route>(
  world: HostileWorld,
  by: Person,
  route: R,
  input: Input<R>,
): Promise<Output<R>> {
  try {
    const answer = await world.api.call(route, input, by.token)
    world.answers.push(JSON.stringify(answer ?? null))
    return answer
  } catch (error) {
    world.answers.push(JSON.stringify((error as CallError).body ?? String(error)))
    throw error
  }
}

type HostileStep = (world: HostileWorld) => Promise<void>
const key = ({ api }: World) => secretWord(api.ports)
const anAttacker = ({ random, attackers }: HostileWorld) => random.pick(attackers)
const aTarget = (world: HostileWorld) =>
  world.learned.length === 0 ? null : world.random.pick(world.learned)

const reserveForVictim: HostileStep = async (world) => {
  const { api, random, drivers } = world
  const { by, lot } = anAttacker(world)
  const victim = random.pick(drivers)
  const times = twoHours(api, random.below(40))
  const made = await attack(world, by, createByStaffRoute, {
    body: {
      spot_id: random.pick(lot.spot_ids),
      person: { email: victim.email },
      payment_kind: random.yes(0.7) ? 'NONE' : 'STRIPE',
      override_reason: 'x',
      starts_at: times.starts_at,
      ends_at: random.yes(0.3) ? null : times.ends_at,
      ...(random.yes(0.3) ? { price_cents: random.below(100_000) } : {}),
    },
    idempotency_key: key(world),
  })
  world.learned.push({ reservation_id: made.id, invoice_id: made.invoice_id })
}

const acceptForVictim: HostileStep = async (world) => {
  const target = aTarget(world)
  if (!target) return
  const driver = world.random.pick(world.drivers)
  await attack(world, anAttacker(world).by, confirmReservationRoute, {
    params: { reservation_id: target.reservation_id },
    body: world.random.yes(0.5) ? { payment_method_id: driver.cards.good } : {},
    idempotency_key: key(world),
  })
}

const billVictim: HostileStep = async (world) => {
  const { random } = world
  const target = aTarget(world)
  if (!target?.invoice_id) return
  const { by } = anAttacker(world)
  const body = {
    kind: 'CORRECTION' as const,
    amount_cents: random.pick([1, 500, 50_000, 99_999_999]),
    reason: 'x',
  }
  const done = await attack(world, by, adjustInvoiceRoute, {
    params: { invoice_id: target.invoice_id },
    body,
    idempotency_key: key(world),
  })
  if (done.correction) world.learned.push({ ...target, invoice_id: done.correction.id })
}

const payForVictim: HostileStep = async (world) => {
  const target = aTarget(world)
  if (!target?.invoice_id) return
  const driver = world.random.pick(world.drivers)
  await attack(world, anAttacker(world).by, payInvoiceRoute, {
    params: { invoice_id: target.invoice_id },
    body: { payment_method_id: driver.cards.good },
    idempotency_key: key(world),
  })
}

const raisePrice: HostileStep = async (world) => {
  const { api, random } = world
  const target = aTarget(world)
  if (!target) return
  const { by } = anAttacker(world)
  const { reservation_id } = target
  const months = await attack(world, by, getReservationSubscriptionRoute, { params: { reservation_id } })
  const ahead = random.pick([0, 1, 31, 40])
  const { change } = await attack(world, by, changeSubscriptionRoute, {
    params: { subscription_id: months.id },
    body: {
      kind: 'PRICE',
      month_cents: random.pick([31_000, 37_000, 90_000, 9_000_000]),
      effective_at: new Date(api.ports.now().getTime() + ahead * 86_400_000).toISOString(),
      reason: 'x',
    },
    idempotency_key: key(world),
  })
  await attack(world, by, acceptSubscriptionChangeRoute, {
    params: { subscription_id: months.id, change_id: change?.id ?? '' },
    body: { payment_method_id: random.pick(world.drivers).cards.good },
  })
}

/** Reads everything that a lot could be shown about a person. */
const spy: HostileStep = async (world) => {
  const { random } = world
  const { by, lot } = anAttacker(world)
  const { lot_id } = lot
  const victim = random.pick(world.drivers)
  const target = aTarget(world)
  const looks: (() => Promise<unknown>)[] = [
    () => attack(world, by, getLotUserRoute, { params: { lot_id, user_id: victim.user_id } }),
    () => attack(world, by, listMembersRoute, { params: { lot_id }, query: {} }),
    () => attack(world, by, listLotCarsRoute, { params: { lot_id }, query: {} }),
    () => attack(world, by, listParkHistoryRoute, { query: { lot_id } }),
    () => attack(world, by, addMemberRoute, { params: { lot_id }, body: { user_id: victim.user_id } }),
    ...(target
      ? [
          () => attack(world, by, getReservationRoute, { params: { reservation_id: target.reservation_id } }),
          () =>
            attack(world, by, listReservationInvoicesRoute, {
              params: { reservation_id: target.reservation_id },
            }),
        ]
      : []),
    ...(target?.invoice_id
      ? [
          () => attack(world, by, getAdminInvoiceRoute, { params: { invoice_id: target.invoice_id ?? '' } }),
          () =>
            attack(world, by, contestBillRoute, {
              params: { invoice_id: target.invoice_id ?? '' },
              body: { reason: 'x' },
            }),
          () => attack(world, by, approveBillRoute, { params: { invoice_id: target.invoice_id ?? '' } }),
        ]
      : []),
  ]
  await random.pick(looks)()
}

/** Books in the attacker's own lot with a victim's card and in a victim's name. */
const bookWithTheirCard: HostileStep = async (world) => {
  const { api, random } = world
  const { by, lot } = anAttacker(world)
  const query = { spot_id: random.pick(lot.spot_ids), ...twoHours(api, random.below(40)) }
  const checkout = await attack(world, by, getCheckoutRoute, { query })
  const victim = random.pick(world.drivers)
  await attack(world, by, bookInstantlyRoute, {
    body: {
      spot_id: checkout.spot.id,
      starts_at: checkout.starts_at,
      ends_at: checkout.ends_at,
      quote_token: checkout.quote_token ?? '',
      payment_method_id: victim.cards.good,
      car_id: victim.car_id,
      allows_another: true,
    },
    idempotency_key: key(world),
  })
}

const meddle: HostileStep = async (world) => {
  const { random } = world
  const target = aTarget(world)
  if (!target) return
  const { by, lot } = anAttacker(world)
  const { reservation_id } = target
  const body = { reservation_id, spot_id: random.pick(lot.spot_ids), reason: 'x' }
  if (random.yes(0.5)) await attack(world, by, replaceByStaffRoute, { body, idempotency_key: key(world) })
  else {
    const input = { params: { reservation_id }, body: { reason: 'x' }, idempotency_key: key(world) }
    await attack(world, by, cancelByStaffRoute, input)
  }
}

/**
 * The first attack of each run, which is never rejected: the admin of a trusted lot reserves a spot for a victim. Later
 * steps then have a reservation and an invoice to attack.
 */
export async function attackFirst(world: HostileWorld): Promise<void> {
  const attacker = world.attackers.at(-1)
  const [victim] = world.drivers
  if (!attacker || !victim) throw new Error('A hostile world has attackers and drivers.')
  const { by, lot } = attacker
  const made = await attack(world, by, createByStaffRoute, {
    body: {
      spot_id: lot.spot_ids[0] ?? '',
      person: { email: victim.email },
      payment_kind: 'STRIPE',
      override_reason: 'x',
      ...twoHours(world.api, 45),
    },
    idempotency_key: key(world),
  })
  world.learned.push({ reservation_id: made.id, invoice_id: made.invoice_id })
}

const asStep =
  (step: HostileStep): Step =>
  (world) =>
    step(world as HostileWorld)

/** Attacks that run between the ordinary steps of other users. */
export const hostileSteps: typeof steps = [
  ['reserve for a victim', asStep(reserveForVictim), 12],
  ['accept for a victim', asStep(acceptForVictim), 6],
  ['bill a victim', asStep(billVictim), 12],
  ['pay with a victim’s card', asStep(payForVictim), 6],
  ['raise a price', asStep(raisePrice), 8],
  ['look at a victim', asStep(spy), 16],
  ['book with a victim’s card', asStep(bookWithTheirCard), 5],
  ['move or cancel', asStep(meddle), 3],
]
