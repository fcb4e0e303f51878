import type { FileReason, Place } from '@openspot/core/lot-files/file-reasons.ts'
import type { LotDraft, ReadFeature } from '@openspot/core/lot-files/read-features.ts'
import { refuse } from '../../errors.ts'
import { readInThread, type ThreadLimits } from '../../read-in-thread.ts'
import { type LotTitles, lotTitles } from './lot-titles.ts'
import { outlineLimits } from './outline-limits.ts'

export interface LotFileAsked {
  text: string
  /** The number of the feature to read. Null: that of a file with one feature. */
  number: number | null
}

export type LotFileForThread = LotFileAsked & { titles: LotTitles }

/** A lot without all that its file says of it: a file may nest it deeper than a message between threads may be. */
export type DraftRead = Omit<LotDraft, 'identity' | 'properties'>

export type FeatureRead = Pick<ReadFeature, 'notes' | 'outcomes'> & {
  /** Null: it is no lot, and its outcomes say why. */
  draft: DraftRead | null
}

export type LotFileRead =
  | {
      /** The first features. */
      listed: { place: Place; name: string | null }[]
      left_out: number
      /** Null: a feature has to be chosen first. */
      chosen: FeatureRead | null
    }
  | { refusal: FileReason; field: 'text' | 'feature' }

/** An outline within its limits takes seconds, on a busy machine some more. */
const limits: ThreadLimits = { milliseconds: 30_000, memory_mb: 512 }
/** Besides the file that is being read. */
const MAX_WAITING = 5

/** The people who have a file that is being read or waits for it. */
const askers = new Set<string>()
/** Files are read one after another, so that several large ones don't need all memory. */
let previous: Promise<unknown> = Promise.resolve()

/** Reads the file of a person in a thread. Throws `too_many_requests` while another file of theirs is being read, or the files of many others. */
export async function readLotFileInThread(
  user_id: string,
  asked: LotFileAsked,
  within = limits,
): Promise<LotFileRead> {
  if (askers.has(user_id) || askers.size > MAX_WAITING)
    refuse('too_many_requests', { retry_after_seconds: 5 })
  askers.add(user_id)
  const given: LotFileForThread = { ...asked, titles: lotTitles() }
  const read = previous.then(() =>
    readInThread<LotFileRead>(new URL('lot-file-thread.ts', import.meta.url), given, within),
  )
  previous = read.catch(() => {
    // Its own request reports the failure; the next file is read all the same.
  })
  try {
    return (
      (await read) ?? {
        refusal: { code: 'too_detailed', ...outlineLimits },
        field: asked.number === null ? 'text' : 'feature',
      }
    )
  } finally {
    askers.delete(user_id)
  }
}
