import type { ChangeBus } from '../../changes.ts'

/** Whether a subscriber missed changes since an event, if known. */
export type Missed = 'NOTHING' | 'SOMETHING' | 'UNKNOWN'

export interface LotVersions {
  /** Returns the id for an event about the lot that is sent now. */
  id(lot_id: string): string
  /** Returns whether the lot changed since the event with that id. */
  missedSince(lot_id: string, id: string): Missed
}

interface Entry {
  /** The version from which on every change of the lot is known. */
  known_from: number
  version: number
  unwatch: () => void
}

/**
 * Numbers the changes of the lots that are watched in this process, so that a reconnected stream learns whether it
 * missed one. `name` must differ for every process and start, because ids of other processes are unknown here.
 * Remembers the `most` lots that were watched last.
 */
export function lotVersions(changes: Pick<ChangeBus, 'watch'>, name: string, most = 1000): LotVersions {
  const lots = new Map<string, Entry>()
  let last = 0

  function follow(lot_id: string): Entry {
    const known = lots.get(lot_id)
    if (known) {
      // A Map keeps insertion order, so reinserting moves the entry to the end.
      lots.delete(lot_id)
      lots.set(lot_id, known)
      return known
    }
    last += 1
    const entry: Entry = { known_from: last, version: last, unwatch: () => {} }
    entry.unwatch = changes.watch(lot_id, () => {
      last += 1
      entry.version = last
    })
    lots.set(lot_id, entry)
    const [oldest] = lots
    if (oldest && lots.size > most) {
      oldest[1].unwatch()
      lots.delete(oldest[0])
    }
    return entry
  }

  return {
    id: (lot_id) => `${name}-${follow(lot_id).version}`,
    missedSince(lot_id, id) {
      const { known_from, version } = follow(lot_id)
      const [, from, number] = /^(.+)-(\d{1,15})$/.exec(id) ?? []
      const seen = Number(number)
      if (from !== name || seen < known_from || seen > version) return 'UNKNOWN'
      return seen === version ? 'NOTHING' : 'SOMETHING'
    },
  }
}
