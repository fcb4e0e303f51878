import { bestFit, freeSeats, type Seat, type SpotCalendar } from '@openspot/core/allocation/best-fit.ts'
import { type ReseatLimits, reseatLimits } from '@openspot/core/allocation/reseat.ts'
import { MINUTES_PER_DAY } from '@openspot/core/time/instant.ts'
import type { Request } from './demand.ts'

/** Which free spot a flexible driver gets, and whether others are moved if none is free. */
export interface Strategy {
  choose(spots: readonly SpotCalendar[], request: Request): string | null
  reseat: ReseatLimits | null
}

export const firstFit: Strategy = {
  choose: (spots, request) => freeSeats(spots, request, request.requested_at)[0]?.spot_id ?? null,
  reseat: null,
}

const fit = (spots: readonly SpotCalendar[], request: Request) =>
  bestFit(spots, request, request.requested_at)?.spot_id ?? null

/** The strategies compared in the tables, by column title. */
export const strategies = {
  'first fit': firstFit,
  random: { choose: (spots, request) => chooseByTaste(spots, request, 1), reseat: null },
  'best fit': { choose: fit, reseat: null },
  're-seated': { choose: fit, reseat: reseatLimits },
  'may swap': { choose: fit, reseat: { ...reseatLimits, may_swap: true } },
} satisfies Record<string, Strategy>

/** Other measures of how a spot fragments the calendar, and the product's own. */
export const measures = {
  'smaller gap up to a day, then both (in use)': { choose: fit, reseat: null },
  'both gaps together': byCost((before, after) => before + after),
  'smaller gap, then both': byCost((before, after) => Math.min(before, after) * 1e7 + before + after),
  'product of the gaps': byCost((before, after) => (before + 1) * (after + 1)),
  'lost value of the gaps': byCost((before, after, length) => {
    const value = (gap: number) => (gap * gap) / (gap + 240)
    return value(before + length + after) - value(before) - value(after)
  }),
  'both gaps up to an hour': byCost((before, after) => Math.min(before, 60) + Math.min(after, 60)),
  'both gaps up to a day': byCost(
    (before, after) => Math.min(before, MINUTES_PER_DAY) + Math.min(after, MINUTES_PER_DAY),
  ),
  'gap before': byCost((before) => before),
} satisfies Record<string, Strategy>

/** Chooses the spot with the lowest cost, the first of several; an infinite gap counts as many years. */
function byCost(cost: (gap_before: number, gap_after: number, length: number) => number): Strategy {
  const years = 1e7
  const costOf = ({ gap_before, gap_after }: Seat, { from, to }: Request) =>
    cost(Math.min(gap_before, years), Math.min(gap_after, years), to - from)
  return {
    choose: (spots, request) => leastOf(spots, request, (seat) => costOf(seat, request)),
    reseat: null,
  }
}

/** Returns the first free spot on the list derived from a taste. */
export function chooseByTaste(spots: readonly SpotCalendar[], request: Request, salt: number): string | null {
  return leastOf(spots, request, ({ spot_id }) => scatter(request.taste + salt, Number(spot_id)))
}

function leastOf(
  spots: readonly SpotCalendar[],
  request: Request,
  costOf: (seat: Seat) => number,
): string | null {
  let best: { spot_id: string; cost: number } | null = null
  for (const seat of freeSeats(spots, request, request.requested_at)) {
    const cost = costOf(seat)
    if (!best || cost < best.cost) best = { spot_id: seat.spot_id, cost }
  }
  return best?.spot_id ?? null
}

/** Returns a pseudo-random number for a list and a position in it. */
function scatter(list: number, position: number): number {
  let mixed = Math.imul(list ^ Math.imul(position + 1, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
