import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FileReason, Place } from '@openspot/core/lot-files/file-reasons.ts'
import type { ReadFeature } from '@openspot/core/lot-files/read-features.ts'

export interface LotFileAsked {
  text: string
  /** The number of the feature to read. Null: that of a file with one feature. */
  number: number | null
}

export type LotFileRead =
  | {
      /** The first features. */
      listed: { place: Place; name: string | null }[]
      left_out: number
      /** Null: a feature has to be chosen first. */
      chosen: ReadFeature | null
    }
  | { refusal: FileReason; field: 'text' | 'feature' }

/** Files are read one after another, so that several large ones don't need all memory. */
let previous: Promise<unknown> = Promise.resolve()

/** Reads a file in a thread of its own, because laying out the spots of a large outline takes seconds, in which bookings would wait. */
export function readLotFileInThread(asked: LotFileAsked): Promise<LotFileRead> {
  const read = previous.then(() => startThread(asked))
  previous = read.catch(() => {
    // Its own request reports the failure; the next file is read all the same.
  })
  return read
}

async function startThread(workerData: LotFileAsked): Promise<LotFileRead> {
  const thread = new Worker(new URL('lot-file-thread.ts', import.meta.url), { workerData })
  try {
    // An error of the thread is thrown here, too.
    const [read] = (await once(thread, 'message')) as [LotFileRead]
    return read
  } finally {
    await thread.terminate()
  }
}
