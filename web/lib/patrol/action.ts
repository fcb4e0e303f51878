import type { Input } from '@openspot/contract/call.ts'
import type { createFineRoute } from '@openspot/contract/operations/fines.ts'
import type { Judgment } from '@openspot/core/patrol/judge.ts'
import type { Queued } from '@openspot/core/patrol/outbox.ts'
import type { ProblemFinding } from '@openspot/core/problems/enums.ts'

/** A photo on the device. It has the ID of the server once it is uploaded. */
export interface DevicePhoto {
  id: string
  /** Null if the browser dropped it after it was uploaded. */
  blob: Blob | null
  photo_id: string | null
}

/** What is sent to warn or fine; the photos and the lot are added when it is sent. */
export type FineDraft = Omit<Input<typeof createFineRoute>['body'], 'lot_id' | 'photo_ids' | 'seen_at'>

/** Something that a patroller did, kept until the server has it. */
export type PatrolAction = Queued & {
  id: string
  lot_id: string
  user_id: string
  /** By the server's clock. */
  done_at: string
  /** What a person has to know: the refusal, or how the answer differs. */
  problem: ActionProblem | null
} & (
    | { kind: 'FINE'; fine: FineDraft; photos: DevicePhoto[]; fine_id: string | null }
    | { kind: 'LOOKUP'; plate: string; region: string; shown: Judgment['result'] | null }
    | {
        kind: 'FINDING'
        problem_id: string
        spot_label: string | null
        finding: ProblemFinding
        note: string
        /** What the device showed as the finding until then. */
        shown: ProblemFinding | null
      }
  )

export type PatrolActionOf<Kind extends PatrolAction['kind']> = Extract<PatrolAction, { kind: Kind }>

export interface ActionProblem {
  code: string
  /** What the server said, or the note of someone else’s finding. */
  message: string
  /** The right that turned up. */
  right: { plate: string; spot_label: string; ends_at: string | null } | null
  /** Plates that may be meant instead. */
  similar: { plate: string; region: string; spot_label: string }[]
  /** The fine that exists already. */
  fine_id: string | null
}
