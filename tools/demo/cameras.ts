import { hashCameraToken } from '@openspot/api/operations/cameras/cameras.sql.ts'
import { lookAlikeKey } from '@openspot/core/plates/plates.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import type { TownLot } from './lots.ts'
import type { Random } from './random.ts'
import { type DemoReservation, statusOf } from './reservation.ts'

/** Vehicles that came and went today, and those that are inside. */
const mostVisits = 8
/** How long the vehicle without a right has been inside, in minutes. */
const unknownMinutes = 40

/**
 * A camera at the entrance of the garage, with visits of its drivers and of one vehicle without a right. Nobody knows the
 * camera's address: replace it to send events to it.
 */
export function cameraRows(
  random: Random,
  lots: readonly TownLot[],
  reservations: readonly DemoReservation[],
  gates: readonly Insertable<DB['gates']>[],
  { now, created_at }: { now: number; created_at: string },
) {
  const cameras: Insertable<DB['cameras']>[] = []
  const plate_visits: Insertable<DB['plate_visits']>[] = []
  const plate_reads: Insertable<DB['plate_reads']>[] = []
  const lot_id = lots.find(({ row }) => row.name === 'Wells Street Garage')?.row.id
  if (lot_id === undefined) return { cameras, plate_visits, plate_reads }
  const camera_id = random.id()
  cameras.push({
    id: camera_id,
    lot_id,
    name: 'Entrance, Wells Street',
    kind: 'OPENALPR',
    direction: 'BOTH',
    gate_id: gates.find(({ name }) => name === 'Entrance, Wells Street')?.id ?? null,
    token_hash: hashCameraToken(random.publicId()),
    event_at: momentOf(now - 4),
    read_at: momentOf(now - 4),
    delay_ms: 350,
    created_at,
    changed_at: created_at,
  })
  const see = (vehicle: {
    plate: string
    region: string
    entered: number
    exited: number | null
    of: DemoReservation | null
  }) => {
    const { plate, region, entered, exited, of } = vehicle
    const visit_id = random.id()
    const visit_key = lookAlikeKey(plate)
    const right = {
      match: of ? ('EXACT' as const) : null,
      right_kind: of ? 'RESERVATION' : null,
      reservation_id: of?.id ?? null,
      user_id: of?.person.id ?? null,
      spot_label: of?.spot.label ?? null,
      right_ends_at: of && of.ends !== null ? momentOf(of.ends) : null,
    }
    plate_visits.push({
      id: visit_id,
      lot_id,
      visit_key,
      plate,
      region,
      entered_at: momentOf(entered),
      exited_at: exited === null ? null : momentOf(exited),
      first_seen_at: momentOf(entered),
      last_seen_at: momentOf(exited ?? entered),
      end_reason: exited === null ? null : 'EXIT',
      ...right,
      state: of ? 'AUTHORIZED' : 'NO_RIGHT',
      check_at: exited === null ? momentOf(now + 15) : null,
      created_at: momentOf(entered),
      changed_at: momentOf(exited ?? entered),
    })
    for (const at of exited === null ? [entered] : [entered, exited]) {
      const id = random.id()
      plate_reads.push({
        id,
        lot_id,
        camera_id,
        event_key: id,
        plate,
        plate_normalized: plate,
        region,
        visit_key,
        confidence: random.int(82, 98),
        captured_at: momentOf(at),
        received_at: momentOf(at),
        direction: at === entered ? 'IN' : 'OUT',
        stage: 2,
        stage_at: momentOf(at),
        ...right,
        right_plate: of ? plate : null,
        visit_id,
      })
    }
  }
  const seen = new Set<string>()
  const recent = reservations
    .filter(
      ({ lot, fate, starts, ends }) =>
        lot.row.id === lot_id &&
        statusOf[fate] === 'ACTIVE' &&
        starts < now - 10 &&
        (ends === null || ends > now - 1440),
    )
    .toSorted((a, b) => b.starts - a.starts)
  for (const of of recent) {
    if (!of.car || seen.has(of.car.plate_normalized) || seen.size >= mostVisits) continue
    seen.add(of.car.plate_normalized)
    const { plate_normalized: plate, region } = of.car
    const isOver = of.ends !== null && of.ends < now
    see({
      plate,
      region,
      entered: Math.max(of.starts + 3, now - 2880),
      exited: isOver ? (of.ends ?? now) - 2 : null,
      of,
    })
  }
  see({ plate: 'DK2049', region: 'IL', entered: now - unknownMinutes, exited: null, of: null })
  return { cameras, plate_visits, plate_reads }
}
