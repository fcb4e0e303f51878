import type { Difference, ReconciliationRun } from '@openspot/contract/money/reconciliation.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { Column } from '@/ui/data-table.tsx'
import type { CsvColumns } from '@/ui/list-csv.tsx'
import { Money } from '@/ui/money.tsx'
import { RowButton } from '@/ui/row-button.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'

const tones = { OPEN: 'bad', RESOLVED: 'done', GONE: 'ahead' } as const

/** The subjects that have a name; the server can add others. */
const subjects = [
  'payment',
  'refund',
  'payout',
  'dispute',
  'invoice',
  'lot',
  'user',
  'ledger_transaction',
  'provider_transaction',
  'provider_balance',
] as const

/** Names what a difference is about; a subject without a name is shown by its code. */
export const subjectText = (t: Translate, kind: string): string =>
  isOneOf(subjects, kind) ? t(`platform.reconciliation.subjects.${kind}`) : kind

/** Returns the difference between the two sides; null if they are not amounts in one currency. */
export const gapOf = ({ kind, expected_cents, found_cents }: Difference): number | null =>
  kind === 'CURRENCY' || expected_cents === null || found_cents === null ? null : found_cents - expected_cents

function Amount({ cents, of }: { cents: number | null; of: Difference }) {
  return cents === null || of.currency === null ? null : <Money cents={cents} currency={of.currency} />
}

export const differenceColumns = (
  t: Translate,
  zone: string,
  onOpen: (difference: Difference) => void,
): Column<Difference>[] => [
  {
    key: 'what',
    head: t('platform.reconciliation.columns.what'),
    cell: (one) => (
      <RowButton onClick={() => onOpen(one)}>{t(`platform.reconciliation.kinds.${one.kind}`)}</RowButton>
    ),
  },
  {
    key: 'about',
    head: t('platform.reconciliation.columns.about'),
    cell: (one) => subjectText(t, one.subject_kind),
  },
  { key: 'lot', head: t('platform.reconciliation.columns.lot'), cell: (one) => one.lot?.name ?? null },
  {
    key: 'status',
    head: t('platform.reconciliation.columns.status'),
    cell: (one) => (
      <StatusWord tone={tones[one.status]}>{t(`platform.reconciliation.statuses.${one.status}`)}</StatusWord>
    ),
  },
  {
    key: 'found',
    head: t('platform.reconciliation.columns.found'),
    cell: (one) => <Moment at={one.found_at} zone={zone} />,
  },
  {
    key: 'ours',
    head: t('platform.reconciliation.columns.ours'),
    isFigure: true,
    cell: (one) => <Amount cents={one.expected_cents} of={one} />,
  },
  {
    key: 'theirs',
    head: t('platform.reconciliation.columns.theirs'),
    isFigure: true,
    cell: (one) => <Amount cents={one.found_cents} of={one} />,
  },
  {
    key: 'gap',
    head: t('platform.reconciliation.columns.gap'),
    isFigure: true,
    cell: (one) => <Amount cents={gapOf(one)} of={one} />,
  },
]

export const runColumns = (t: Translate, zone: string): Column<ReconciliationRun>[] => [
  {
    key: 'began',
    head: t('platform.reconciliation.columns.began'),
    cell: (run) => <Moment at={run.started_at} zone={zone} />,
  },
  {
    key: 'ended',
    head: t('platform.reconciliation.columns.ended'),
    cell: (run) =>
      run.finished_at === null ? (
        t('platform.reconciliation.unfinished')
      ) : (
        <Moment at={run.finished_at} zone={zone} />
      ),
  },
  {
    key: 'read',
    head: t('platform.reconciliation.columns.read'),
    isFigure: true,
    cell: (run) => run.transactions,
  },
  {
    key: 'open',
    head: t('platform.reconciliation.columns.open'),
    isFigure: true,
    cell: (run) => run.differences,
  },
]

const decimal = (cents: number | null, { currency }: Difference) =>
  cents === null || currency === null ? null : decimalOf(cents, currency)

export const differenceCsv: CsvColumns<Difference> = [
  ['id', (one) => one.id],
  ['kind', (one) => one.kind],
  ['status', (one, t) => t(`platform.reconciliation.statuses.${one.status}`)],
  ['lot_id', (one) => one.lot?.id ?? null],
  ['lot', (one) => one.lot?.name ?? null],
  ['subject_kind', (one) => one.subject_kind],
  ['subject_id', (one) => one.subject_id],
  ['expected', (one) => decimal(one.expected_cents, one)],
  ['found', (one) => decimal(one.found_cents, one)],
  ['booked', (one) => decimal(one.booked_cents, one)],
  ['currency', (one) => one.currency],
  ['message', (one) => one.message],
  ['found_at', (one) => one.found_at],
  ['last_seen_at', (one) => one.last_seen_at],
  ['resolved_by', (one) => one.resolved_by],
  ['resolved_at', (one) => one.resolved_at],
  ['note', (one) => one.note],
]

export const runCsv: CsvColumns<ReconciliationRun> = [
  ['id', (run) => run.id],
  ['started_at', (run) => run.started_at],
  ['finished_at', (run) => run.finished_at],
  ['transactions', (run) => String(run.transactions)],
  ['differences', (run) => String(run.differences)],
]
