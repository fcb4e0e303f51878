import {
  clipSpans,
  mergeSpans,
  occurrences,
  type Recurrence,
  type Span,
  subtractSpans,
} from '../recurrence/recurrence.ts'
import { flatten, type Layer } from './layers.ts'

export type AvailabilityRule = Recurrence & { id: string; kind: 'OPEN' | 'CLOSED' }

/** The input that decides when a spot can be booked. */
export type SpotAvailabilityInput = {
  /** True if the spot has an assignee. */
  is_assigned: boolean
  /** OPEN availability rules of the spot itself; CLOSED availability rules of the spot, its zone, and its lot. */
  availability_rules: readonly AvailabilityRule[]
}

/** NOT_OFFERED: an assigned spot that no availability rule opens. CLOSED: an availability rule closes it. */
export type ClosedReason = 'NOT_OFFERED' | 'CLOSED'
/** Why a spot is closed; `availability_id` is null if no availability rule is the cause. */
export type Closure = { reason: ClosedReason; availability_id: string | null }

const notOffered: Closure = { reason: 'NOT_OFFERED', availability_id: null }

/**
 * Returns when a spot cannot be booked, regardless of its reservations. An unassigned spot is open unless a CLOSED
 * availability rule closes it; an assigned one is closed unless an OPEN availability rule of its own opens it. CLOSED
 * always beats OPEN, whether it belongs to the spot, its zone, or its lot. The caller passes all availability rules
 * that apply to the spot.
 * @param from epoch minutes
 * @param to epoch minutes, or Infinity if no availability rule repeats forever
 * @returns merged, in order, within `[from, to)`
 * @throws RangeError for an unreadable instant or date, an unknown zone, or Infinity with an endless repeat
 */
export function closedSpans(zone: string, spot: SpotAvailabilityInput, from: number, to: number): Span[] {
  return mergeSpans(closures(zone, spot, from, to))
}

/**
 * Returns the closed spans with their causes, split where the cause changes; same parameters and errors as
 * `closedSpans`.
 */
export function closures(
  zone: string,
  spot: SpotAvailabilityInput,
  from: number,
  to: number,
): Layer<Closure>[] {
  if (to === Number.POSITIVE_INFINITY && spot.availability_rules.some(repeatsForEver)) {
    throw new RangeError(
      'Availability rules that repeat forever have no last closing: the end of the range must be finite',
    )
  }
  const spansOf = (rule: AvailabilityRule) => clipSpans(occurrences(zone, rule, from, to), from, to)
  const layers = spot.availability_rules
    .filter(({ kind }) => kind === 'CLOSED')
    .flatMap((rule) => {
      const what: Closure = { reason: 'CLOSED', availability_id: rule.id }
      return spansOf(rule).map((span): Layer<Closure> => ({ ...span, what }))
    })
  if (spot.is_assigned) {
    const opened = spot.availability_rules.filter(({ kind }) => kind === 'OPEN').flatMap(spansOf)
    layers.push(...subtractSpans([{ from, to }], opened).map((span) => ({ ...span, what: notOffered })))
  }
  return flatten(layers)
}

function repeatsForEver({ repeat_frequency, until_on }: AvailabilityRule): boolean {
  return repeat_frequency !== 'NEVER' && until_on === null
}
