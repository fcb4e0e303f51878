import type { Member } from '@openspot/contract/people/memberships.ts'
import type { Translate } from '@openspot/messages/translate.ts'

/** Returns the status of a membership as text; what needs an answer comes first. */
export function standingText(t: Translate, { status, waits_for, requested_at }: Member): string {
  if (status === undefined) return ''
  if (status === 'PENDING') return waits_for ? t(`members.waits.${waits_for}`) : t('members.statuses.PENDING')
  return requested_at
    ? `${t(`members.statuses.${status}`)}, ${t('members.askedAgain')}`
    : t(`members.statuses.${status}`)
}

const tones = { ACTIVE: 'done', PENDING: 'ahead', REJECTED: 'bad', REMOVED: 'bad', DELETED: 'ahead' } as const

export const standingTone = ({ status, waits_for }: Member) =>
  waits_for === 'STAFF' ? 'now' : tones[status ?? 'ACTIVE']
