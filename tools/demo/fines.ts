import { nextCheckAt } from '@openspot/core/fines/check-again.ts'
import type { FineReason } from '@openspot/core/fines/enums.ts'
import { type FineTerms, nextFine } from '@openspot/core/fines/terms.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import type { TownLot, TownSpot } from './lots.ts'
import { type People, type Person, personCalled } from './people.ts'
import type { Random } from './random.ts'
import { type DemoReservation, statusOf } from './reservation.ts'

const dayMinutes = 24 * 60
/** The demo's rule sets are that old; nobody is fined under rules that did not exist. */
const fineDays = 18
const dueDays = 14

export const demoFineTerms: FineTerms = {
  within_days: 365,
  reasons: [
    { reason: 'NO_RIGHT_TO_PARK', warnings: 1, amounts_cents: [4000, 6000] },
    { reason: 'OVERSTAY', warnings: 1, amounts_cents: [2500] },
    { reason: 'WRONG_SPOT', warnings: 1, amounts_cents: [3000] },
    { reason: 'BLOCKING', warnings: 0, amounts_cents: [8000] },
  ],
}

/** What a patroller saw. Times are epoch minutes. */
interface Violation {
  spot: TownSpot
  at: number
  reason: FineReason
  plate: string
  region: string
  note: string | null
  person: Person | null
  car_id: string | null
}

interface FineRows {
  fines: Insertable<DB['fines']>[]
  fine_appeals: Insertable<DB['fine_appeals']>[]
}

/**
 * Warnings and fines in the garage: a warning for the demo driver, a fine of an unknown vehicle, and one that its driver
 * appealed. Their chains of evidence are written by the database (complete-books.ts).
 */
export function fineRows(
  random: Random,
  lots: readonly TownLot[],
  reservations: readonly DemoReservation[],
  people: People,
  rule_sets: readonly Insertable<DB['rule_sets']>[],
  now: number,
): FineRows {
  const garage = lots.find(({ row }) => row.name === 'Wells Street Garage')
  const set = rule_sets.find(({ lot_id, is_default }) => lot_id === garage?.row.id && is_default)
  if (!garage || !set?.id) return { fines: [], fine_appeals: [] }
  const patroller = personCalled(people, 'patroller')
  const driver = personCalled(people, 'driver')
  const { id: rule_set_id, name: rule_set_name } = set
  const past = reservations.filter(
    ({ lot, fate, starts, ends, car }) =>
      lot === garage &&
      statusOf[fate] === 'ACTIVE' &&
      car !== null &&
      starts > now - fineDays * dayMinutes &&
      ends !== null &&
      ends < now - 60,
  )
  const own = past.findLast(({ person }) => person === driver)
  const other = past.findLast(({ person }) => person.account_status === 'ACTIVE' && person !== driver)

  const fineOf = (violation: Violation): Insertable<DB['fines']> => {
    const { spot, at, reason, plate, region, note, person, car_id } = violation
    const step = nextFine(demoFineTerms, reason, 0)
    if (!step) throw new Error(`The demo has no fine for ${reason}.`)
    const { kind, amount_cents, ...numbers } = step
    const seen_at = momentOf(at)
    const created_at = momentOf(at + 3)
    const appeal_until = momentOf(at + 3 + dueDays * dayMinutes)
    const explanation = { rule_set_name, is_default: true, ...numbers, earlier: [] }
    const fine = {
      id: random.id(),
      lot_id: garage.row.id,
      status: kind === 'WARNING' ? ('WARNING' as const) : ('UNPAID' as const),
      reason,
      plate,
      plate_normalized: normalizePlate(plate),
      region,
      is_plate_confirmed: false,
      seen_at,
      rule_set_id,
      rule_set_version: 1,
      currency: garage.row.currency,
      amount_cents,
      created_at,
    }
    const facts = { ...fine, lot_name: garage.row.name, spot_label: spot.label, note, explanation }
    return {
      ...fine,
      code: random.publicId(),
      note,
      user_id: person?.id ?? null,
      car_id,
      spot_id: spot.id,
      // As a value rather than a string, because the rows are parsed from JSON as a whole.
      explanation: JSON.parse(JSON.stringify(explanation)),
      due_at: kind === 'WARNING' ? null : appeal_until,
      appeal_until,
      facts: JSON.stringify({ ...facts, salt: random.publicId() }),
      check_at: nextCheckAt(new Date(now * 60_000), { created_at, appeal_until }),
      created_by_user_id: patroller.id,
      changed_at: created_at,
    }
  }
  const fines: FineRows['fines'] = []
  const fine_appeals: FineRows['fine_appeals'] = []
  const another = (of: DemoReservation) => garage.spots.find(({ id }) => id !== of.spot.id) ?? of.spot
  if (own?.car) {
    const { car, person, starts } = own
    const at = { spot: another(own), at: starts + 15, reason: 'WRONG_SPOT' as const, note: null }
    fines.push(fineOf({ ...at, plate: car.plate, region: car.region, person, car_id: car.id }))
  }
  const [stranger] = garage.spots
  if (stranger) {
    const seen = {
      at: now - 2 * dayMinutes,
      reason: 'BLOCKING' as const,
      note: 'Stood in front of the ramp.',
    }
    fines.push(
      fineOf({ ...seen, spot: stranger, plate: 'GX 40718', region: 'IL', person: null, car_id: null }),
    )
  }
  if (other?.car) {
    const { car, person, starts } = other
    const at = { spot: another(other), at: starts + 40, reason: 'BLOCKING' as const, note: null }
    const fine = fineOf({ ...at, plate: car.plate, region: car.region, person, car_id: car.id })
    fines.push(fine)
    fine_appeals.push({
      id: random.id(),
      lot_id: garage.row.id,
      fine_id: fine.id ?? '',
      user_id: person.id,
      text: 'I only stopped to unload a wheelchair, and I was back within five minutes.',
      created_at: momentOf(Math.min(now - 5, starts + 300)),
    })
  }
  return { fines, fine_appeals }
}
