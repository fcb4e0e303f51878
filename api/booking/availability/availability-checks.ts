import { resolveRates } from '@openspot/core/prices/resolve-rates.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import type { LotRow } from '../../lots/lots/lots.sql.ts'
import { callerOf } from '../../plugins/access.ts'
import { checkHostRates, type Rates, rateColumns, refuseInUse, setsAny } from './availability.rules.ts'
import {
  type AvailabilityRuleRow,
  getRatesAbove,
  listAvailabilityRules,
  listLiveReservations,
} from './availability.sql.ts'
import { calendarsOf, materializedSince } from './calendar.rules.ts'
import type { LockedSpot } from './materialize-closures.sql.ts'

const MAX_RULES = 200

/** The assignee of the spot acts as such, even if they are also staff. */
export const isAssignee = (request: FastifyRequest) => request.granted === 'resource_owner'

/**
 * Returns the locked spot. Throws `not_found` if it was deleted, or `forbidden` if it was reassigned, while the call
 * waited for the lock.
 */
export function stillTheirs(request: FastifyRequest, [spot]: LockedSpot[]): LockedSpot {
  if (!spot) return refuse('not_found')
  if (isAssignee(request) && spot.assigned_user_id !== callerOf(request).user_id) refuse('forbidden')
  return spot
}

export function refuseMore(rules: readonly AvailabilityRuleRow[]): void {
  if (rules.length < MAX_RULES) return
  const message: Message = (t) => t('apiErrors.availability.limit', { max: MAX_RULES })
  refuse('availability_not_possible', { message })
}

/**
 * Throws unless the rates belong to an OPEN availability rule and stay within the bounds around the spot's usual price.
 */
export async function checkRates(
  tx: Tx,
  lot: LotRow,
  spot: LockedSpot | null,
  kind: AvailabilityRuleRow['kind'],
  rates: Rates,
): Promise<void> {
  if (!setsAny(rateColumns(rates))) return
  if (!spot || kind === 'CLOSED') {
    const message: Message = (t) => t('apiErrors.availability.ratesOfClosure')
    return refuse('request_invalid', { field: 'rates', message })
  }
  const above = await getRatesAbove(tx, lot.id, spot.id)
  checkHostRates(rates, resolveRates({ lot, ...above }, lot).rates, lot)
}

/**
 * Throws `availability_in_use` if replacing a spot's availability rules would close it during another person's
 * reservation.
 */
export async function refuseUsed(
  tx: Tx,
  lot: LotRow,
  spot: LockedSpot,
  now: Date,
  before: AvailabilityRuleRow[],
  after: AvailabilityRuleRow[],
): Promise<void> {
  const reservations = await listLiveReservations(tx, lot.id, [spot.id], now)
  const [was, will] = [calendarsOf(before)(spot), calendarsOf(after)(spot)]
  refuseInUse(lot.time_zone, { ...spot, before: was, after: will }, reservations, now)
}

/**
 * Returns the availability rules that make up a spot's calendar. Without a spot, those of the lot and its zones are
 * enough.
 */
export const availabilityRulesOf = (tx: Tx, lot: LotRow, spot: LockedSpot | null, now: Date) =>
  listAvailabilityRules(tx, lot.id, spot ? [spot.id] : [], materializedSince(now))
