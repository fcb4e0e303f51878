import { getMeRoute } from '@openspot/contract/identity/users.ts'
import type { PlateLookup } from '@openspot/contract/operations/plates.ts'
import { afterSending, isDue } from '@openspot/core/patrol/outbox.ts'
import { callApi } from '@/lib/api.ts'
import type { PatrolAction } from './action.ts'
import { deleteAction, listActions, writeAction } from './device.ts'
import { withoutLostPhotos } from './lost-photos.ts'
import { sendAction } from './send-action.ts'

const PATIENCE_MS = 30_000

/** Sends one action and saves what became of it. Returns the answer to a lookup. */
async function sendOne(queued: PatrolAction, onChange: () => void): Promise<PlateLookup | null> {
  const action = await withoutLostPhotos(queued)
  const isSendable = action.state !== 'ATTENTION'
  await writeAction(isSendable ? { ...action, state: 'SENDING' } : action)
  onChange()
  if (!isSendable) return null
  const { outcome, action: answered, lookup } = await sendAction(action, AbortSignal.timeout(PATIENCE_MS))
  const after = afterSending(answered, outcome, Date.now())
  // A lookup has the plate of a stranger, so it stays no longer than necessary.
  if (after.kind === 'LOOKUP' && after.state === 'SENT') await deleteAction(after.id)
  else await writeAction(after)
  onChange()
  return lookup ?? null
}

/**
 * Sends what is due, one after another, as the person who did it. Only one page of the device sends at a time. Returns the answers
 * to lookups by the ID of their action.
 */
export async function sendDue(onChange: () => void): Promise<Map<string, PlateLookup>> {
  const answers = new Map<string, PlateLookup>()
  await navigator.locks.request('openspot-patrol-outbox', async () => {
    const due = (await listActions()).filter((action) => isDue(action, Date.now()))
    if (due.length === 0) return
    // The session may be another person's by now.
    const me = await callApi(getMeRoute, {}, { client: 'admin', signal: AbortSignal.timeout(PATIENCE_MS) })
    for (const action of due) {
      if (action.user_id !== me.id) continue
      const answer = await sendOne(action, onChange)
      if (answer) answers.set(action.id, answer)
    }
  })
  return answers
}
