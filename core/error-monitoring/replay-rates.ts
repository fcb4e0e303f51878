import { monitoring } from './constants.ts'

/** What a visitor and their browser said about being followed. */
export interface ReplayWishes {
  /** Do Not Track or Global Privacy Control. */
  asks_not_to_track: boolean
  /** The visitor declined to be counted. */
  has_declined: boolean
}

/** The shares of visits that are recorded in full, and whose last minute is kept if an error occurs. */
export interface ReplayRates {
  session: number
  on_error: number
}

/** Who does not want to be followed is not recorded at all. Their errors are reported without knowing whose they are. */
export const replayRates = ({ asks_not_to_track, has_declined }: ReplayWishes): ReplayRates =>
  asks_not_to_track || has_declined
    ? { session: 0, on_error: 0 }
    : {
        session: monitoring.replay_session_sample_rate,
        on_error: monitoring.replay_on_error_sample_rate,
      }
