import type { PlateDirection, VisitEnd } from './enums.ts'
import { samePassageSeconds } from './limits.ts'

/** One read of a vehicle, in milliseconds since 1970. */
export interface Passage {
  id: string
  at: number
  direction: PlateDirection
  is_by_staff: boolean
}

export interface Visit {
  /** The reads that belong to it, oldest first. */
  read_ids: string[]
  /** Null if the vehicle was first seen inside or leaving. */
  entered: number | null
  exited: number | null
  first_seen: number
  last_seen: number
  end_reason: VisitEnd | null
}

const samePassageMs = samePassageSeconds * 1000

/**
 * Returns the visits that follow from the reads of one vehicle. It depends only on the set of reads: in which order they
 * arrive, and how often, makes no difference.
 */
export function visitsOf(passages: readonly Passage[]): Visit[] {
  const once = [...new Map(passages.map((each) => [each.id, each])).values()]
  const visits: Visit[] = []
  let previous: Means | null = null
  for (const each of once.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)))
    previous = add(visits, each, previous)
  return visits
}

type Means = Exclude<PlateDirection, 'UNKNOWN'>

/** Adds the next read to the visits before it. `previous` is what the read before it meant. Returns what this one means. */
function add(visits: Visit[], { id, at, direction, is_by_staff }: Passage, previous: Means | null): Means {
  const last = visits.at(-1)
  const open = last?.exited === null ? last : null
  const isSamePassage = last !== undefined && at - last.last_seen <= samePassageMs
  // A camera that sees both directions sees a vehicle that is inside leave, unless it just saw it come.
  const turned = open ? 'OUT' : 'IN'
  const means = direction === 'UNKNOWN' ? (isSamePassage && previous ? previous : turned) : direction
  // It waits in front of the camera, and is read again.
  const isRepeated = last !== undefined && isSamePassage && means === previous && means !== 'INSIDE'
  if (isRepeated && (means === 'OUT' || open)) {
    last.read_ids.push(id)
    last.last_seen = at
    if (last.exited !== null) last.exited = at
    return means
  }
  if (open && means !== 'IN') {
    open.read_ids.push(id)
    open.last_seen = at
    if (means === 'OUT') Object.assign(open, leaving(at, is_by_staff))
    return means
  }
  // The exit was missed, and the last that is known of the vehicle is when it was seen.
  if (open) Object.assign(open, { exited: open.last_seen, end_reason: 'SEEN_ENTERING_AGAIN' })
  visits.push({
    read_ids: [id],
    entered: means === 'IN' ? at : null,
    first_seen: at,
    last_seen: at,
    ...(means === 'OUT' ? leaving(at, is_by_staff) : { exited: null, end_reason: null }),
  })
  return means
}

const leaving = (at: number, is_by_staff: boolean): Pick<Visit, 'exited' | 'end_reason'> => ({
  exited: at,
  end_reason: is_by_staff ? 'STAFF' : 'EXIT',
})
