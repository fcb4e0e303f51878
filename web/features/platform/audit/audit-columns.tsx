import type { AuditEntry } from '@openspot/contract/platform/audit.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { Column } from '@/ui/data-table.tsx'
import { RowButton } from '@/ui/row-button.tsx'
import { Moment } from '@/ui/time.tsx'

/** The subject of an action, which is the first word of its name. */
export const things = [
  'lot',
  'spot',
  'availability',
  'reservation',
  'invoice',
  'refund',
  'price',
  'calendar_price',
  'zone',
  'rule_set',
  'membership',
  'group',
  'invite',
  'user',
  'payout_account',
  'payout',
  'subscription',
  'job',
  'reconciliation',
  'audit_log',
] as const

const sentenceCase = (name: string): string => {
  const text = name.replaceAll('_', ' ').replace('.', ': ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The names of actions, subjects, and roles are those of the API, as its documentation and the export have them. */
export const actionText = (action: string): string => sentenceCase(action)
export const thingText = (kind: string): string => sentenceCase(kind)
export const roleText = (role: string): string => role.replaceAll('_', ' ').replace(/\[.*\]/, '')

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
    cell: (entry) => <RowButton onClick={() => onOpen(entry)}>{actionText(entry.action)}</RowButton>,
  },
  { key: 'when', head: t('audit.columns.when'), cell: ({ at }) => <Moment at={at} zone={zone} /> },
  { key: 'who', head: t('audit.columns.who'), cell: (value) => whoOf(t, value) },
  { key: 'as', head: t('audit.columns.as'), cell: ({ actor_role }) => roleText(actor_role) },
  ...(withLot
    ? [{ key: 'lot', head: t('audit.columns.lot'), cell: ({ lot_name }: AuditEntry) => lot_name }]
    : []),
  { key: 'about', head: t('audit.columns.about'), cell: ({ subject_kind }) => thingText(subject_kind) },
]

export const auditCsv = (t: Translate) =>
  [
    ['action', (entry: AuditEntry) => entry.action],
    ['at', (entry: AuditEntry) => entry.at],
    ['actor', (entry: AuditEntry) => whoOf(t, entry)],
    ['actor_role', (entry: AuditEntry) => entry.actor_role],
    ['lot_name', (entry: AuditEntry) => entry.lot_name],
    ['subject_kind', (entry: AuditEntry) => entry.subject_kind],
    ['subject_id', (entry: AuditEntry) => entry.subject_id],
    ['details', (entry: AuditEntry) => JSON.stringify(entry.details)],
  ] as const
