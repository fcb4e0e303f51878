import { type Visit, visitsOf } from '@openspot/core/cameras/visits.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { Ports } from '../../ports.ts'
import {
  deleteEmptyVisits,
  listReadsOfVehicle,
  lockVisits,
  setVisitOfReads,
  upsertVisit,
} from './visits.sql.ts'

type Read = Awaited<ReturnType<typeof listReadsOfVehicle>>[number]

/**
 * Computes the visits of a vehicle again from all of its reads, so that late, repeated, and reordered events make no
 * difference. A visit keeps its ID as long as one of its reads stays.
 */
export async function rebuildVisits(
  tx: Tx,
  ports: Pick<Ports, 'id'>,
  of: { lot_id: string; visit_key: string; now: Date },
): Promise<void> {
  const { lot_id, visit_key } = of
  const now = of.now.toISOString()
  await lockVisits(tx, lot_id, visit_key)
  const reads = await listReadsOfVehicle(tx, lot_id, visit_key)
  const byId = new Map(reads.map((read) => [read.id, read]))
  const taken = new Set<string>()
  const passages = reads.map(({ id, captured_at, direction, camera_id }) => ({
    id,
    at: Date.parse(captured_at),
    direction,
    is_by_staff: camera_id === null,
  }))
  for (const visit of visitsOf(passages)) {
    const own = visit.read_ids.flatMap((id) => byId.get(id) ?? [])
    const id = own.flatMap(({ visit_id }) => visit_id ?? []).find((each) => !taken.has(each)) ?? ports.id()
    taken.add(id)
    const facts = factsOf(visit, own)
    if (!facts) continue
    // It is checked at once: what its reads say about its right may be outdated.
    await upsertVisit(tx, {
      ...facts,
      id,
      lot_id,
      visit_key,
      state: facts.match === null ? 'NO_RIGHT' : 'AUTHORIZED',
      check_at: now,
      created_at: now,
      changed_at: now,
    })
    await setVisitOfReads(tx, { lot_id, read_ids: visit.read_ids, visit_id: id })
  }
  await deleteEmptyVisits(tx, lot_id, visit_key)
}

const surest = ['EXACT', 'OTHER_REGION', 'LOOK_ALIKE', 'ONE_EDIT']

/** Returns the columns of a visit. Its right is that of its surest read, and of those the latest. */
function factsOf(visit: Visit, reads: Read[]) {
  const [first] = reads
  if (!first) return undefined
  const [best = first] = reads
    .filter(({ match }) => match !== null)
    .toSorted(
      (a, b) =>
        surest.indexOf(a.match ?? '') - surest.indexOf(b.match ?? '') ||
        Date.parse(b.captured_at) - Date.parse(a.captured_at),
    )
  return {
    plate: best.right_plate ?? best.plate_normalized,
    region: best.region,
    entered_at: instantOrNull(visit.entered),
    exited_at: instantOrNull(visit.exited),
    first_seen_at: new Date(visit.first_seen).toISOString(),
    last_seen_at: new Date(visit.last_seen).toISOString(),
    end_reason: visit.end_reason,
    match: best.match,
    right_kind: best.right_kind,
    reservation_id: best.reservation_id,
    user_id: best.user_id,
    spot_label: best.spot_label,
    right_ends_at: best.right_ends_at,
  }
}

const instantOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
