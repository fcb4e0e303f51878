'use client'
import { listPlatformDisputesRoute, type PlatformDispute } from '@openspot/contract/money/disputes.ts'
import { awaitsEvidence } from '@openspot/core/disputes/enums.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { usePages } from '@/lib/use-pages.ts'
import type { Column } from '@/ui/data-table.tsx'
import { disputeText } from '@/ui/invoice/dispute-text.ts'
import { ListCsv } from '@/ui/list-csv.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { Money, moneyText } from '@/ui/money.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day, Moment } from '@/ui/time.tsx'

const client = 'admin' as const
const choices = ['evidence', 'open', 'closed'] as const
type Choice = (typeof choices)[number]
const queries = {
  evidence: { needs_evidence: true },
  open: { open: true },
  closed: { open: false },
} as const

/** The disputed payments of all lots. */
export function DisputesScreen() {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const [{ show: given }, change] = useAddress(['show'])
  const show = isOneOf(choices, given) ? given : null
  const filter = show === null ? {} : queries[show]
  const pages = usePages(
    listPlatformDisputesRoute,
    (page) => ({ query: { ...page, ...filter } }),
    ({ next_cursor }) => next_cursor,
    { client },
  )
  const texts: Record<Choice, string> = {
    evidence: t('disputes.needsEvidence'),
    open: t('disputes.open'),
    closed: t('disputes.over'),
  }
  const choiceText = (value: Choice | null) => (value === null ? t('refunds.allDisputes') : texts[value])
  return (
    <>
      <PageHead title={t('disputes.listTitle')} text={t('disputes.listText')} />
      <PagedList
        label={t('disputes.listTitle')}
        pages={pages}
        columns={columns(t, reader_zone)}
        more={t('people.more')}
        bar={
          <>
            <MenuChip
              label={t('people.status')}
              value={choiceText(show)}
              choices={[null, ...choices].map((value) => ({
                text: choiceText(value),
                chosen: value === show,
                choose: () => change({ show: value }),
              }))}
            />
            <BarSpace />
            <ListCsv
              label={t('people.csv')}
              name="disputes"
              columns={csv}
              readPage={(page) =>
                callApi(listPlatformDisputesRoute, { query: { ...page, ...filter } }, { client })
              }
            />
          </>
        }
        empty={
          show === 'evidence' ? (
            <EmptyState title={t('disputes.noneDueTitle')} text={t('disputes.noneDueText')} />
          ) : (
            <EmptyState title={t('refunds.noDisputesTitle')} text={t('refunds.noDisputesText')} />
          )
        }
      />
    </>
  )
}

const toneOf = ({ closed_at, evidence_state, is_stuck, status }: PlatformDispute) =>
  closed_at !== null
    ? status === 'lost'
      ? 'bad'
      : 'done'
    : is_stuck
      ? 'bad'
      : evidence_state === 'SUBMITTED' || evidence_state === 'SENDING'
        ? 'now'
        : 'bad'

const resultOf = (t: Translate, status: string): string =>
  status === 'won'
    ? t('disputes.won')
    : status === 'lost'
      ? t('disputes.lost')
      : status === 'warning_closed'
        ? t('disputes.inquiryClosed')
        : t('disputes.over')

const stateOf = (t: Translate, { closed_at, status, evidence_state, is_stuck }: PlatformDispute): string =>
  closed_at !== null
    ? resultOf(t, status)
    : is_stuck
      ? t('disputes.states.STUCK')
      : awaitsEvidence(status)
        ? t(`disputes.states.${evidence_state}`)
        : t('disputes.states.SUBMITTED')

const columns = (t: Translate, zone: string): Column<PlatformDispute>[] => [
  {
    key: 'dispute',
    head: t('disputes.columns.dispute'),
    cell: (one) => (
      <Link href={`/lots/${one.lot.id}/refunds/${one.id}`}>
        {t('refunds.dispute', { amount: moneyText(t, one.amount_cents, one.currency) })}
      </Link>
    ),
  },
  { key: 'lot', head: t('people.columns.lot'), cell: ({ lot }) => lot.name },
  { key: 'payer', head: t('disputes.columns.payer'), cell: ({ payer_name }) => payer_name },
  {
    key: 'state',
    head: t('people.columns.status'),
    cell: (one) => <StatusWord tone={toneOf(one)}>{stateOf(t, one)}</StatusWord>,
  },
  {
    key: 'due',
    head: t('disputes.columns.due'),
    cell: ({ evidence_due_at, closed_at }) =>
      evidence_due_at === null || closed_at !== null ? null : <Moment at={evidence_due_at} zone={zone} />,
  },
  {
    key: 'withdrawn',
    head: t('disputes.withdrawn'),
    isFigure: true,
    cell: ({ withdrawn_cents, currency }) => <Money cents={withdrawn_cents} currency={currency} />,
  },
  {
    key: 'opened',
    head: t('disputes.opened'),
    cell: ({ opened_at }) => <Day at={opened_at} zone={zone} />,
  },
  { key: 'bank', head: t('disputes.columns.bank'), isText: true, cell: (one) => disputeText(t, one) },
]

const csv = [
  ['lot', (one: PlatformDispute) => one.lot.name],
  ['payer_name', (one: PlatformDispute) => one.payer_name],
  ['amount', (one: PlatformDispute) => decimalOf(one.amount_cents, one.currency)],
  ['currency', (one: PlatformDispute) => one.currency],
  ['status', (one: PlatformDispute) => one.status],
  ['reason', (one: PlatformDispute) => one.reason],
  ['evidence_due_at', (one: PlatformDispute) => one.evidence_due_at],
  ['opened_at', (one: PlatformDispute) => one.opened_at],
  ['closed_at', (one: PlatformDispute) => one.closed_at],
  ['id', (one: PlatformDispute) => one.id],
] as const
