import {
  cancelReservationRoute,
  editReservationRoute,
  getCancellationRoute,
  previewChangeRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { validateReservationRoute } from '@openspot/contract/operations/validation.ts'
import { addPartnerEntryRoute } from '@openspot/contract/operations/validation-accounts.ts'
import { secretWord } from '../../ports.ts'
import { aCard } from '../factories/people.ts'
import { anOption, aPartner } from '../factories/validation.ts'
import { moneySteps } from './money-steps.ts'
import type { Step, steps } from './steps.ts'
import type { World } from './world.ts'

/** Adds partners whose options run into their budgets, one of them with a prepaid balance. */
export async function givePartners({ api, admin, lot }: World): Promise<void> {
  const shop = await aPartner(api, admin, lot.lot_id, { monthly_budget_cents: 6000 })
  const cafe = await aPartner(api, admin, lot.lot_id, { billing: 'PREPAID' })
  await anOption(api, admin, shop.id, { amount_cents: 333, driver_cap: 3 })
  await anOption(api, admin, shop.id, {
    discount: 'PERCENT',
    amount_cents: null,
    percent: 37,
    budget_cents: 1500,
  })
  await anOption(api, admin, cafe.id, { discount: 'TIME', amount_cents: null, minutes: 45, max_cents: 400 })
  await anOption(api, admin, cafe.id, { discount: 'PERCENT', amount_cents: null, percent: 100 })
}

/** Returns a known reservation that has started and is not validated, if there is one, or otherwise any. */
async function aParked({ api, random, known }: World) {
  const now = api.ports.now()
  const { rows } = await api.deps.database.pool.query<{ id: string }>(
    `select r.id from reservations r where r.status = 'ACTIVE' and r.starts_at <= $1 and r.ends_at > $1::timestamptz - interval '1 day'
       and not exists (select from validations v where v.reservation_id = r.id) order by r.created_at, r.id`,
    [now.toISOString()],
  )
  const parked = known.filter(({ id }) => rows.some((row) => row.id === id))
  if (parked.length === 0) api.ports.advance({ minutes: 45 })
  return random.pick(parked.length > 0 && random.yes(0.9) ? parked : known)
}

const validate: Step = async (world) => {
  const { api, random, known, admin, lot } = world
  if (known.length === 0) return
  const { rows } = await api.deps.database.pool.query<{ public_option_id: string }>(
    'select public_option_id from validation_options where lot_id = $1 order by name',
    [lot.lot_id],
  )
  const { id, driver } = await aParked(world)
  const { public_option_id } = random.pick(rows)
  await api.call(
    validateReservationRoute,
    { params: { reservation_id: id, public_option_id } },
    random.yes(0.7) ? driver.token : admin.token,
  )
}

/** Cancels or shortens a validated reservation, so that its value is calculated again. */
const giveUpTime: Step = async ({ api, random, known }) => {
  const { rows } = await api.deps.database.pool.query<{ id: string; ends_at: string }>(
    `select r.id, r.ends_at from reservations r join validations v on v.reservation_id = r.id
     where r.status = 'ACTIVE' and r.ends_at > $1 and v.value_cents > 0 order by v.validated_at, r.id`,
    [api.ports.now().toISOString()],
  )
  const one = random.pick(rows.length > 0 ? rows : [{ id: '', ends_at: '' }])
  const driver = known.find(({ id }) => id === one.id)?.driver
  if (driver === undefined) return
  const params = { reservation_id: one.id }
  if (random.yes(0.4)) {
    const { refund_cents } = await api.call(getCancellationRoute, { params }, driver.token)
    await api.call(cancelReservationRoute, { params, body: { refund_cents } }, driver.token)
    return
  }
  const ends_at = new Date(Date.parse(one.ends_at) - 1_800_000).toISOString()
  const { difference_cents } = await api.call(
    previewChangeRoute,
    { params, query: { ends_at } },
    driver.token,
  )
  const body = { reservation_id: one.id, ends_at, difference_cents }
  await api.call(editReservationRoute, { body, idempotency_key: secretWord(api.ports) }, driver.token)
}

const topUp: Step = async ({ api, random, admin, lot }) => {
  const { rows } = await api.deps.database.pool.query<{ id: string }>(
    'select id from validation_partners where lot_id = $1 order by name',
    [lot.lot_id],
  )
  const partner_id = random.pick(rows).id
  const isPayment = random.yes(0.8)
  const amount_cents = isPayment ? 1 + random.below(900) : -1 - random.below(400)
  const body = {
    kind: isPayment ? ('PAYMENT' as const) : ('CORRECTION' as const),
    amount_cents,
    note: 'Because',
  }
  const input = { params: { partner_id }, body, idempotency_key: secretWord(api.ports) }
  await api.call(addPartnerEntryRoute, input, admin.token)
}

const timePasses: Step = async ({ api, random }) => {
  api.ports.advance({ minutes: 10 + random.below(50) })
}

const weighted = (weights: Record<string, number>): typeof steps =>
  moneySteps.flatMap(([name, step]) => (name in weights ? [[name, step, weights[name] ?? 0]] : []))

/** Validations among bookings, changes, cancellations, refunds, and disputes, with little time between them. */
export const validationSteps: typeof steps = [
  ...weighted({
    book: 24,
    edit: 8,
    cancel: 4,
    adjust: 4,
    'approve or undo': 3,
    'refunds are sent': 10,
    'answer a dispute': 2,
  }),
  ['validate', validate, 40],
  ['give up validated time', giveUpTime, 20],
  ['record a payment of a partner', topUp, 10],
  ['time passes', timePasses, 14],
]

/** Gives the drivers cards that are good, and seldom disputed. */
export async function giveGoodCards({ api, drivers }: World): Promise<void> {
  for (const driver of drivers) {
    const disputed = await aCard(api, driver, 'pm_card_createDispute')
    driver.cards = { good: driver.cards.good, asking: driver.cards.good, declining: driver.cards.good }
    driver.others = [disputed, ...Array.from({ length: 7 }, () => driver.cards.good)]
  }
}
