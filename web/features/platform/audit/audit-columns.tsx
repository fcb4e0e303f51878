import type { AuditEntry } from '@openspot/contract/platform/audit.ts'
import {
  type AuditAction,
  auditActions,
  auditRoles,
  auditTopics,
  otherAuditSubjects,
} from '@openspot/core/audit/actions.ts'
import { isOneOf, lotTrustLevels } from '@openspot/core/enums.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { Column } from '@/ui/data-table.tsx'
import { RowButton } from '@/ui/row-button.tsx'
import { Moment } from '@/ui/time.tsx'

const subjects = [...auditTopics, ...otherAuditSubjects]

/** Entries of earlier releases may have names that no release writes anymore; these are shown as they are stored. */
const asStored = (name: string): string => {
  const text = name.replaceAll('_', ' ').replace('.', ': ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The key of an action's text: a dot would be another level of the messages. */
type KeyOf<Action> = Action extends `${infer Topic}.${infer What}` ? `${Topic}-${What}` : never
const keyOf = (action: AuditAction) => action.replace('.', '-') as KeyOf<AuditAction>

export const actionText = (t: Translate, action: string): string =>
  isOneOf(auditActions, action) ? t(`audit.actions.${keyOf(action)}`) : asStored(action)
export const subjectText = (t: Translate, kind: string): string =>
  isOneOf(subjects, kind) ? t(`audit.subjects.${kind}`) : asStored(kind)

/** The action and, of a review, what was decided. */
export const entryText = (t: Translate, { action, details }: AuditEntry): string =>
  action === 'lot.review' && isOneOf(lotTrustLevels, details['after'])
    ? t('audit.reviewed', {
        action: actionText(t, action),
        decision: t(`lotReviews.levels.${details['after']}`),
      })
    : actionText(t, action)

/** What it is about: its name, where it has one, else its kind. */
export const aboutText = (
  t: Translate,
  { subject_kind, subject_id, subject_name, names }: AuditEntry,
): string => {
  const name = subject_name ?? names?.[subject_id]
  const kind = subjectText(t, subject_kind)
  return name === undefined ? kind : t('audit.about', { kind, name })
}

/** Returns the role that allowed the action, without the condition of its grant. */
export const roleText = (t: Translate, grant: string): string => {
  const role = grant.replace(/\[.*\]/, '')
  return isOneOf(auditRoles, role) ? t(`audit.roles.${role}`) : asStored(role)
}

/** Returns who did it. A deleted user has no name anymore. */
export const whoOf = (t: Translate, { actor_name, actor_user_id }: AuditEntry): string =>
  actor_name ?? (actor_user_id === null ? t('audit.nobody') : t('audit.forgotten'))

export const auditColumns = (
  t: Translate,
  {
    zone,
    withLot,
    onOpen,
  }: {
    zone: string
    withLot: boolean
    onOpen: (entry: AuditEntry) => void
  },
): Column<AuditEntry>[] => [
  {
    key: 'what',
    head: t('audit.columns.what'),
    cell: (entry) => <RowButton onClick={() => onOpen(entry)}>{entryText(t, entry)}</RowButton>,
  },
  { key: 'when', head: t('audit.columns.when'), cell: ({ at }) => <Moment at={at} zone={zone} /> },
  { key: 'who', head: t('audit.columns.who'), cell: (value) => whoOf(t, value) },
  { key: 'as', head: t('audit.columns.as'), cell: ({ actor_role }) => roleText(t, actor_role) },
  ...(withLot
    ? [{ key: 'lot', head: t('audit.columns.lot'), cell: ({ lot_name }: AuditEntry) => lot_name }]
    : []),
  { key: 'about', head: t('audit.columns.about'), cell: (entry) => aboutText(t, entry) },
]

export const auditCsv = (t: Translate) =>
  [
    ['action', (entry: AuditEntry) => entryText(t, entry)],
    ['at', (entry: AuditEntry) => entry.at],
    ['actor', (entry: AuditEntry) => whoOf(t, entry)],
    ['actor_role', (entry: AuditEntry) => roleText(t, entry.actor_role)],
    ['lot_name', (entry: AuditEntry) => entry.lot_name],
    ['subject_kind', (entry: AuditEntry) => subjectText(t, entry.subject_kind)],
    ['subject_id', (entry: AuditEntry) => entry.subject_id],
    ['details', (entry: AuditEntry) => JSON.stringify(entry.details)],
  ] as const
