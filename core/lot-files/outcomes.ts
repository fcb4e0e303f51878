import type { FileReason } from './file-reasons.ts'

/** What became of one property of a feature. */
export interface Outcome {
  /** Its name in the file; or what the file does not name: the whole feature, or its number of spots. */
  property: string | { own: 'feature' | 'spots' }
  /** `guessed`: taken, although the file is not sure or says something near it. `refused`: why the whole feature is no lot. */
  outcome: 'taken' | 'guessed' | 'ignored' | 'refused'
  /** Null if nothing needs to be said. */
  reason: FileReason | null
}
