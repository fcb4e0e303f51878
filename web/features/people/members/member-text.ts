import type { Member } from '@openspot/contract/people/memberships.ts'
import { words } from '@/words/index.ts'

/** Returns the status of a membership as text; what needs an answer comes first. */
export function standingText({ status, waits_for, requested_at }: Member): string {
  const say = words.members
  if (status === undefined) return ''
  if (status === 'PENDING') return waits_for ? say.waits[waits_for] : say.statuses.PENDING
  return requested_at ? `${say.statuses[status]}, ${say.askedAgain}` : say.statuses[status]
}

const tones = { ACTIVE: 'done', PENDING: 'ahead', REJECTED: 'bad', REMOVED: 'bad', DELETED: 'ahead' } as const

export const standingTone = ({ status, waits_for }: Member) =>
  waits_for === 'STAFF' ? 'now' : tones[status ?? 'ACTIVE']
