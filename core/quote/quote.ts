import { shareOf, sumCents } from '../money/money.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { plusLocalMonths } from '../time/zone.ts'
import { type Block, cheapestCover, gridMinutes } from './cover.ts'
import { periodOf, ratePeriods, ratesInOrder } from './rates.ts'
import { findFault, refusal } from './refusal.ts'
import {
  type Quote,
  type QuoteInput,
  type QuoteLine,
  type QuoteRefusal,
  type QuoteResult,
  quoteUnits,
} from './types.ts'

export * from './types.ts'

/** Three years; beyond it a stay is a mistake in typing, and the time to price it grows with its length. */
const LONGEST_STAY_MINUTES = 1096 * 1440

/** A price in the making: its lines so far, and the stay they are for (epoch minutes). */
type Draft = { lines: QuoteLine[]; starts: number; ends: number }

/**
 * What happens to the parking price, in this order (design/domain.md, "Quote"). A new step, such as what the nth
 * spot of a group costs, is one function more in this list, before the minimum.
 */
const steps: readonly ((draft: Draft, input: QuoteInput) => QuoteLine | QuoteRefusal | null)[] = [
  minimumStep,
  maximumStep,
  serviceFeeStep,
]

/**
 * The price of a stay: the cheapest cover by blocks at the rates in force, raised to the minimum, refused above the
 * maximum, then the service fee. Pure: the same input gives the same price everywhere. Never throws on data;
 * a refusal names the field and says why.
 *
 * Promised: the total is the sum of the lines; of two stays that start together the longer never costs less; two
 * stays in a row never cost less than one over both, when they meet on the grid of the first (stays rounded as the
 * lot rounds them do). The limits by which a stay is refused (the maximum, month-only lots) are outside of that.
 */
export function quote(input: QuoteInput): QuoteResult {
  const fault = findFault(input)
  if (fault) return fault
  // Whole minutes, to the person's favour at neither end: a begun minute is part of the stay.
  const starts = Math.floor(minutesOf(input.starts_at))
  if (input.ends_at === null) return quoteMonthly(input, starts)
  const ends = Math.ceil(minutesOf(input.ends_at))
  if (ends <= starts) return refusal('stay_reversed', 'ends_at', 'The end must be after the start.')
  if (ends - starts > LONGEST_STAY_MINUTES) {
    return refusal(
      'stay_too_long',
      'ends_at',
      'A stay can be three years at most. Without an end it is monthly.',
    )
  }
  const { month_cents, ...shorter } = input.rates
  if (Object.values(shorter).every((cents) => cents === null)) {
    if (month_cents === null) return refusal('rate_missing', 'rates', 'No price is set here yet.')
    if (ends < plusLocalMonths(input.zone, starts, 1)) {
      return refusal('rate_missing', 'ends_at', 'Only whole months are sold here. Choose a month or more.')
    }
  }
  const periods = ratePeriods(input.rates, input.rate_changes ?? [], starts, ends)
  const blocks = cheapestCover(input.zone, starts, ends, gridMinutes(input.rounding_minutes ?? 30), periods)
  return finish(input, { lines: linesOf(blocks, input), starts, ends })
}

/** One month of a stay without an end, at the month's rate in force when that month starts. */
function quoteMonthly(input: QuoteInput, first: number): QuoteResult {
  if (input.rates.month_cents === null) {
    return refusal('rate_missing', 'rates.month_cents', 'Nothing is sold by the month here. Choose an end.')
  }
  const index = input.month_index ?? 0
  const starts = plusLocalMonths(input.zone, first, index)
  const ends = plusLocalMonths(input.zone, first, index + 1)
  const period = periodOf(ratePeriods(input.rates, input.rate_changes ?? [], starts, ends), starts)
  const block: Block = { unit: 'MONTH', starts, ends, cents: period.cents[0] ?? 0, period }
  return finish(input, { lines: linesOf([block], input), starts, ends })
}

function finish(input: QuoteInput, draft: Draft): QuoteResult {
  for (const step of steps) {
    const result = step(draft, input)
    if (result === null) continue
    if ('ok' in result) return result
    draft.lines.push(result)
  }
  const subtotal = subtotalOf(draft)
  const total = sumCents(draft.lines.map((line) => line.amount_cents))
  const done: Quote = {
    ok: true,
    currency: input.currency,
    lines: draft.lines,
    subtotal_cents: subtotal,
    fee_cents: total - subtotal,
    total_cents: total,
    starts_at: isoOf(draft.starts),
    ends_at: isoOf(draft.ends),
  }
  return done
}

/** Equal blocks one after another become one line. */
function linesOf(blocks: readonly Block[], input: QuoteInput): QuoteLine[] {
  const base = ratesInOrder(input.rates)
  const lines: QuoteLine[] = []
  let latest: Block | null = null
  for (const block of blocks) {
    const line = lines.at(-1)
    const at = quoteUnits.indexOf(block.unit)
    const changes = block.period.changes[at] ?? []
    if (
      line &&
      latest?.unit === block.unit &&
      line.unit_cents === block.cents &&
      line.params.changes === named(changes)
    ) {
      line.quantity += 1
      line.amount_cents += block.cents
      line.ends_at = isoOf(block.ends)
    } else {
      lines.push({
        kind: 'PARKING',
        code: changes.length > 0 ? 'block_changed' : 'block',
        params: { base_cents: base[at] ?? 0, changes: named(changes) },
        unit: block.unit,
        quantity: 1,
        unit_cents: block.cents,
        amount_cents: block.cents,
        starts_at: isoOf(block.starts),
        ends_at: isoOf(block.ends),
      })
    }
    latest = block
  }
  return lines
}

function named(changes: readonly string[]): string {
  return changes.join(' ')
}

function minimumStep(draft: Draft, input: QuoteInput): QuoteLine | null {
  const missing = input.min_reservation_price - subtotalOf(draft)
  if (missing <= 0) return null
  return wholeStay(draft, 'MINIMUM', 'minimum', missing, {
    min_reservation_price: input.min_reservation_price,
  })
}

function maximumStep(draft: Draft, input: QuoteInput): QuoteRefusal | null {
  const subtotal = subtotalOf(draft)
  const most = input.max_reservation_price
  if (subtotal <= most) return null
  return refusal(
    'price_above_maximum',
    'ends_at',
    'This stay costs more than one booking may here. Choose a shorter one.',
    {
      subtotal_cents: subtotal,
      max_reservation_price: most,
    },
  )
}

/** Rounded up: of two parts each pays at least its share, so splitting a stay never saves. None on a free stay. */
function serviceFeeStep(draft: Draft, input: QuoteInput): QuoteLine | null {
  const subtotal = subtotalOf(draft)
  const { service_fee_bps, service_fee_cents } = input.fee
  const fee = subtotal === 0 ? 0 : shareOf(subtotal, service_fee_bps, 'ceil') + service_fee_cents
  return fee === 0
    ? null
    : wholeStay(draft, 'SERVICE_FEE', 'service_fee', fee, { service_fee_bps, service_fee_cents })
}

function subtotalOf(draft: Draft): number {
  let sum = 0
  for (const line of draft.lines) if (line.kind !== 'SERVICE_FEE') sum += line.amount_cents
  return sum
}

function wholeStay(
  draft: Draft,
  kind: QuoteLine['kind'],
  code: QuoteLine['code'],
  cents: number,
  params: QuoteLine['params'],
): QuoteLine {
  const span = { starts_at: isoOf(draft.starts), ends_at: isoOf(draft.ends) }
  return { kind, code, params, quantity: 1, unit_cents: cents, amount_cents: cents, ...span }
}
