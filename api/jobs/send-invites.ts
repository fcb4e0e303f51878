import type { JobHelpers } from 'graphile-worker'
import type { Deps } from '../deps.ts'
import { type InviteJob, queueInviteAgain, queueInvites } from '../people/invites/invite-jobs.sql.ts'
import { deliverText } from '../platform/texts/deliver-text.ts'
import { Pace } from '../traffic.ts'
import { emailDelivery } from './deliver-email.ts'
import { reportAttempt } from './guard-tasks.ts'

/** For how long one job sends. What is left becomes a job of its own, because one that goes on for too long counts as stuck. */
const longestMs = 5 * 60_000

/**
 * Sends invites of an import, one after another, and gives way to bookings. One that fails becomes a job by itself. If it is
 * interrupted and runs again, it leaves out what was sent.
 */
export function inviteSending(
  deps: Deps,
): (job: InviteJob, of: Pick<JobHelpers['job'], 'id' | 'max_attempts'>) => Promise<void> {
  const { database, ports } = deps
  const { db } = database
  const deliver = emailDelivery(deps)
  return async ({ email_ids, text_ids }, { id: job_id, max_attempts }) => {
    const pace = new Pace(deps)
    const ends_at = ports.now().getTime() + longestMs
    const all = [
      ...email_ids.map((id) => ({ kind: 'EMAIL' as const, id })),
      ...text_ids.map((id) => ({ kind: 'TEXT' as const, id })),
    ]
    for (const [at, { kind, id }] of all.entries()) {
      if (ports.now().getTime() >= ends_at) {
        const left = all.slice(at)
        const idsOf = (wanted: string) => left.flatMap((one) => (one.kind === wanted ? one.id : []))
        return queueInvites(db, { email_ids: idsOf('EMAIL'), text_ids: idsOf('TEXT') })
      }
      try {
        await (kind === 'EMAIL' ? deliver(id, null) : deliverText(deps, id))
      } catch (error) {
        const payload = kind === 'EMAIL' ? { email_id: id } : { text_id: id }
        await queueInviteAgain(db, kind, id)
        await reportAttempt(deps, {
          task: 'send_invites',
          id: job_id,
          attempts: 1,
          max_attempts,
          payload,
          error,
        })
      }
      await pace.giveWay()
    }
  }
}
