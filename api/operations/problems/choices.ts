import type { ProblemChoices } from '@openspot/contract/operations/problems.ts'
import { ownResolutionsPer90Days, problemEarlyMinutes } from '@openspot/core/problems/limits.ts'
import { problemRefund } from '@openspot/core/problems/problem-refund.ts'
import { quote } from '@openspot/core/quote/quote.ts'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { priceTerms } from '../../booking/pricing/offer.ts'
import { getTerms, listSpotTerms } from '../../booking/pricing/terms.sql.ts'
import { exitIn } from '../../booking/reservations/exit.ts'
import { momentOf } from '../../booking/reservations/replace.ts'
import {
  alreadyRefunded,
  getReservationState,
  givenUp,
  type ReservationState,
  unpaidChanges,
} from '../../booking/reservations/reservation-state.sql.ts'
import { type FreeSpot, findSpotAsGood } from './free-spots.sql.ts'
import { countOwnResolutions, getFullRefundMinutes, type ProblemRow } from './problems.sql.ts'

type Choices = Static<typeof ProblemChoices>

const days90 = 90 * 86_400_000

/**
 * What the reporter can do, and behind each refund the amount by the rule, which includes what a validation of the parking
 * gave already.
 */
interface OwnChoices {
  choices: Choices
  state: ReservationState
  move_cents: number
  refund_cents: number
}

/**
 * Returns what the reporter of a problem can do now without the staff, with the reservation that it concerns. Null if
 * only the staff can help: it is not about a taken spot, the reservation is over, a patroller found something else, or
 * the person was helped this way too often.
 */
export async function choicesOf(app: FastifyInstance, problem: ProblemRow): Promise<OwnChoices | null> {
  const { reservation_id, reporter_id: user_id } = problem
  const now = app.ports.now()
  if (problem.status !== 'OPEN' || problem.kind !== 'SPOT_TAKEN' || reservation_id === null) return null
  if (problem.finding === 'GONE' || problem.finding === 'NOT_FOUND') return null
  const state = await getReservationState(app.pool, reservation_id)
  // A host reports about someone else's reservation, which is not theirs to move or to refund.
  if (state.user_id !== user_id || !isUnderWay(state, now)) return null
  const since = new Date(now.getTime() - days90)
  if ((await countOwnResolutions(app.db, user_id, since)) >= ownResolutionsPer90Days) return null
  const moved = await moveOf(app, state, now)
  const { rule, refund_cents } = problemRefund({
    starts_at: state.starts_at,
    ends_at: state.ends_at,
    reported_at: problem.created_at,
    full_refund_minutes: await getFullRefundMinutes(app.db, state.lot_id),
    left_cents: state.paid_cents - state.refunded_cents + unpaidChanges(state),
    cancellation_cents: (await exitIn(app, state, 'DRIVER')).policy_cents,
  })
  const paidNow = (cents: number) => {
    const { refund_cents: paid } = givenUp(state, cents)
    return paid - alreadyRefunded(state, paid, state.ends_at)
  }
  return {
    choices: {
      move: moved && { ...moved.spot, refund_cents: paidNow(moved.cents) },
      refund: { rule, refund_cents: paidNow(refund_cents) },
      currency: state.currency,
    },
    state,
    move_cents: moved?.cents ?? 0,
    refund_cents,
  }
}

/** Whether the driver can stand in front of the spot: it has begun or begins soon, and is not over or changed. */
export function isUnderWay(state: ReservationState, now: Date): boolean {
  return (
    state.status === 'ACTIVE' &&
    !state.has_pending_change &&
    !state.is_continued &&
    Date.parse(state.starts_at) - problemEarlyMinutes * 60_000 <= now.getTime() &&
    (state.ends_at === null || Date.parse(state.ends_at) > now.getTime())
  )
}

/** Returns the spot to move to, and how much less it costs. */
async function moveOf(
  app: FastifyInstance,
  state: ReservationState,
  now: Date,
): Promise<{ spot: FreeSpot; cents: number } | null> {
  const from = momentOf(state, undefined, now)
  if (state.ends_at !== null && from >= state.ends_at) return null
  const times = { starts_at: from, ends_at: state.ends_at }
  const spot = await findSpotAsGood(app.pool, { ...state, ...times })
  if (!spot) return null
  return { spot, cents: await differenceOf(app, state, spot.spot_id, times, now) }
}

/**
 * Returns how much less the rest of the time costs on the other spot, at most what is still paid. What it costs more is
 * never charged. The price of a monthly reservation stays.
 */
async function differenceOf(
  app: FastifyInstance,
  state: ReservationState,
  spot_id: string,
  times: { starts_at: string; ends_at: string | null },
  now: Date,
): Promise<number> {
  if (times.ends_at === null || state.paid_cents === state.refunded_cents) return 0
  const terms = await getTerms(app.pool, { ...state, now, except: state.id })
  const spots = await listSpotTerms(app.pool, state.lot_id, [state.spot_id, spot_id])
  const priceAt = (id: string) => {
    const spot = spots.find((one) => one.id === id)
    const quoted = spot ? quote({ ...priceTerms(terms, spot, times), ...times }) : null
    return quoted?.ok ? quoted.total_cents : null
  }
  const [before, after] = [priceAt(state.spot_id), priceAt(spot_id)]
  if (before === null || after === null) return 0
  return Math.min(Math.max(0, before - after), state.paid_cents - state.refunded_cents)
}
