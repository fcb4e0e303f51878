/**
 * What a patroller did on a device without a connection. Each action has one key for as long as it exists, so that sending it
 * again never does it twice.
 *
 * - WAITING: not sent yet.
 * - SENDING: on its way. After a crash it is sent again with the same key.
 * - SENT: the server has it.
 * - ATTENTION: the server refused it, or its answer differs from what the device showed. A person decides.
 */
export type ActionState = 'WAITING' | 'SENDING' | 'SENT' | 'ATTENTION'

/** The part of a queued action that decides what happens to it. */
export interface Queued {
  state: ActionState
  /** Counts the decisions of a person to send a refused action again, because a refusal is final for its key. */
  attempt: number
  /** Not before this instant, in milliseconds. */
  not_before: number
  failures: number
}

/** What became of sending an action. */
export type Outcome =
  | { kind: 'DONE' }
  /** Done, but not as the device showed it: a person must see it. */
  | { kind: 'CHANGED' }
  /** The server refused it, and nothing happened there. */
  | { kind: 'REFUSED' }
  /** Not answered, or not now: try again with the same key. */
  | { kind: 'UNANSWERED'; retry_after_seconds?: number }

const firstPauseMs = 2_000
const longestPauseMs = 60_000

/** Returns the key of an action. It changes only after a refusal that a person overruled. */
export const keyOf = (id: string, { attempt }: Pick<Queued, 'attempt'>): string =>
  attempt === 0 ? id : `${id}.${attempt}`

/** Whether an action must be sent now. One that was on its way when the app ended is sent again. */
export const isDue = (action: Queued, now: number): boolean =>
  (action.state === 'WAITING' || action.state === 'SENDING') && action.not_before <= now

/** Returns an action after it was sent. */
export function afterSending<Action extends Queued>(action: Action, outcome: Outcome, now: number): Action {
  if (outcome.kind === 'DONE') return { ...action, state: 'SENT' }
  if (outcome.kind === 'CHANGED' || outcome.kind === 'REFUSED') return { ...action, state: 'ATTENTION' }
  const pause = Math.min(firstPauseMs * 2 ** action.failures, longestPauseMs)
  const asked = (outcome.retry_after_seconds ?? 0) * 1000
  return {
    ...action,
    state: 'WAITING',
    failures: action.failures + 1,
    not_before: now + Math.max(pause, asked),
  }
}

/** Returns a refused action that a person sends again. The refusal was final for its key, so it gets the next one. */
export const sendAgain = <Action extends Queued>(action: Action): Action => ({
  ...action,
  state: 'WAITING',
  attempt: action.attempt + 1,
  not_before: 0,
  failures: 0,
})
