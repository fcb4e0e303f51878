'use client'
import { Button } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import { getPayoutRoute, type Payout } from '@openspot/contract/money/payouts.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { keyOf } from '@/lib/use-api.ts'
import { Money } from '@/ui/money.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Facts, Panel } from '@/ui/panel.tsx'
import { Day, Moment } from '@/ui/time.tsx'
import { Bank } from './bank.tsx'
import { Failure } from './failure.tsx'
import { PayoutLines } from './payout-lines.tsx'
import { PayoutStatusWord, payeeName } from './payout-list.tsx'
import css from './payouts.module.css'
import type { Whose } from './use-payouts.ts'

type Detail = Output<typeof getPayoutRoute>

/** One payout: its status, destination, and items, with a retry if the bank rejected it. */
export function PayoutScreen({
  whose,
  initial,
  mayRetry,
}: {
  whose: Whose
  initial: Detail
  mayRetry: boolean
}) {
  const t = useTranslations()
  const client = whose.lot_id === null ? 'web' : 'admin'
  const params = { payout_id: initial.id }
  const pages = useInfiniteQuery({
    queryKey: keyOf(getPayoutRoute, { params, pages: true }),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callApi(getPayoutRoute, { params, query: pageParam ? { cursor: pageParam } : {} }, { client, signal }),
    getNextPageParam: (page) => page.lines.next_cursor,
    initialData: { pages: [initial], pageParams: [null] },
    refetchInterval: 30_000,
  })
  const payout = pages.data.pages[0] ?? initial
  return (
    <div className={css.screen}>
      <PageHead
        back={
          <Link href={whose.lot_id === null ? '/me/earnings?tab=payouts' : `/lots/${whose.lot_id}/payouts`}>
            {whose.lot_id === null ? t('payouts.detail.backToEarnings') : t('payouts.detail.back')}
          </Link>
        }
        title={t('payouts.number', { number: String(payout.number) })}
        text={
          <span className={css.headline}>
            <Money cents={payout.amount_cents} currency={payout.currency} size="lg" />
            <PayoutStatusWord status={payout.status} />
          </span>
        }
      />
      {payout.failure ? <Failure payout={payout} whose={whose} mayRetry={mayRetry} /> : null}
      <PayoutFacts payout={payout} />
      <PayoutLines
        whose={whose}
        payout={payout}
        lines={pages.data.pages.flatMap((page) => page.lines.items)}
        more={
          pages.hasNextPage ? (
            <Button
              variant="default"
              className={css.more ?? ''}
              loading={pages.isFetchingNextPage}
              onClick={() => void pages.fetchNextPage()}
            >
              {t('payouts.more')}
            </Button>
          ) : null
        }
      />
    </div>
  )
}

function PayoutFacts({ payout }: { payout: Payout }) {
  const t = useTranslations()
  const zone = payout.lot.time_zone
  const moment = (at: string | null) => (at === null ? null : <Moment at={at} zone={zone} />)
  const arrives =
    payout.status === 'SENT' && payout.arrives_at !== null ? <Day at={payout.arrives_at} zone={zone} /> : null
  return (
    <Panel title={t('payouts.detail.facts')}>
      <Facts
        items={[
          [t('payouts.detail.to'), payout.payee_kind === 'LOT' ? payout.lot.name : payeeName(t, payout)],
          [t('payouts.detail.bank'), payout.bank ? <Bank key="bank" bank={payout.bank} /> : null],
          [t('payouts.detail.begun'), moment(payout.created_at)],
          [t('payouts.detail.sent'), moment(payout.sent_at)],
          [t('payouts.detail.arrives'), arrives],
          [t('payouts.detail.arrived'), moment(payout.paid_at)],
        ]}
      />
    </Panel>
  )
}
