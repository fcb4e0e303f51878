import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterSending, isDue, keyOf, type Outcome, type Queued, sendAgain } from './outbox.ts'

const queued: Queued = { state: 'WAITING', attempt: 0, not_before: 0, failures: 0 }

/** What happens to one attempt to send: whether the server is reached, whether its answer returns, and whether the app dies after. */
const attempt = fc.record({ arrives: fc.boolean(), returns: fc.boolean(), dies: fc.boolean() })

/** Sends through a bad network until the action is settled, as the app does. Returns what the server did. */
function deliver(events: { arrives: boolean; returns: boolean; dies: boolean }[], newKeys = false) {
  const done = new Map<string, number>()
  let action: Queued = queued
  let now = 0
  let sent = 0
  const send = (key: string, reached: boolean) => {
    // The server does nothing for a key that it has seen.
    if (reached && !done.has(key)) done.set(key, 1)
  }
  for (const event of [...events, { arrives: true, returns: true, dies: false }]) {
    now += 60_000
    if (!isDue(action, now)) continue
    action = { ...action, state: 'SENDING' }
    sent += 1
    send(newKeys ? `key ${sent}` : keyOf('action', action), event.arrives)
    // The app ends before it can save the answer, and starts again with what it had saved.
    if (event.dies) continue
    const outcome: Outcome = event.arrives && event.returns ? { kind: 'DONE' } : { kind: 'UNANSWERED' }
    action = afterSending(action, outcome, now)
  }
  return { effects: done.size, state: action.state }
}

test('an action happens exactly once, whichever requests and answers are lost and whenever the app dies', () => {
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 12 }), (events) => {
      expect(deliver(events)).toEqual({ effects: 1, state: 'SENT' })
    }),
    { numRuns: 2000 },
  )
})

test('with a new key for each try, the same events do it twice', () => {
  const lost = { arrives: true, returns: false, dies: false }
  expect(deliver([lost], true).effects).toBe(2)
  expect(deliver([lost]).effects).toBe(1)
})

test('a refusal and an unexpected answer wait for a person and are not sent again by themselves', () => {
  for (const kind of ['REFUSED', 'CHANGED'] as const) {
    const after = afterSending(queued, { kind }, 0)
    expect(after.state).toBe('ATTENTION')
    expect(isDue(after, Number.MAX_SAFE_INTEGER)).toBe(false)
  }
})

test('only a decision of a person gives an action another key', () => {
  const refused = afterSending(queued, { kind: 'REFUSED' }, 0)
  expect(keyOf('a', refused)).toBe('a')
  expect(keyOf('a', sendAgain(refused))).toBe('a.1')
  expect(keyOf('a', afterSending(queued, { kind: 'UNANSWERED' }, 0))).toBe('a')
})

test('pauses double up to a minute, and last as long as the server asks', () => {
  const once = afterSending(queued, { kind: 'UNANSWERED' }, 1000)
  expect(once.not_before).toBe(3000)
  expect(afterSending({ ...queued, failures: 20 }, { kind: 'UNANSWERED' }, 0).not_before).toBe(60_000)
  expect(afterSending(queued, { kind: 'UNANSWERED', retry_after_seconds: 300 }, 0).not_before).toBe(300_000)
})
