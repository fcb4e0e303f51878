import type { CameraEventOutcome, CameraEventReason } from '@openspot/core/cameras/enums.ts'

/** One part of an event: a field or file of a form, or the whole body. */
export interface EventPart {
  /** Empty for the whole body. */
  name: string
  filename: string
  bytes: Buffer
}

/** What a camera says about one passage of a vehicle. */
export interface Reading {
  /** The camera's own name for this passage: the same in every event about it. */
  event_key: string
  /** As it was read. */
  plate: string
  /** The state or country, or empty. */
  region: string
  /** In percent; null if the camera doesn't say. */
  confidence: number | null
  /** When the picture was taken, by the clock of the camera; null if it doesn't say. */
  captured_at: Date | null
  direction: 'IN' | 'OUT' | 'UNKNOWN'
  /** 0 first reading, 1 a better one, 2 final. */
  stage: 0 | 1 | 2
  /** The picture of the plate, or of the vehicle. */
  image: Buffer | null
}

/** An event that says nothing about a vehicle, or can't be read. */
export class NoReading extends Error {
  readonly reason: CameraEventReason
  readonly outcome: Exclude<CameraEventOutcome, 'READ'>

  constructor(outcome: NoReading['outcome'], reason: CameraEventReason) {
    super(reason)
    this.outcome = outcome
    this.reason = reason
  }
}

export function ignore(reason: CameraEventReason): never {
  throw new NoReading('IGNORED', reason)
}
export function unreadable(reason: CameraEventReason): never {
  throw new NoReading('MALFORMED', reason)
}

/** Reads the events of one kind of camera. Throws `NoReading`, and nothing else, whatever it gets. */
export type Format = (parts: readonly EventPart[]) => Reading[]
