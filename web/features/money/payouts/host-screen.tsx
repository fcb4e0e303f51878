'use client'
import type { Output } from '@openspot/contract/call.ts'
import type { getMyAccountRoute } from '@openspot/contract/money/accounts.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localParts } from '@openspot/core/time/zone.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { CardSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, ErrorState } from '@/ui/states.tsx'
import { AccountPanel } from './account-panel.tsx'
import { Balances } from './balances.tsx'
import { Lists } from './lists.tsx'
import css from './payouts.module.css'
import { useEarningPages } from './use-payouts.ts'
import { usePayoutsView } from './use-payouts-view.ts'

const MINE = { lot_id: null }
const PATH = '/me/earnings'

/** A host's earnings: the next payout, the payout account, and every item. */
export function HostScreen({ initial }: { initial: Output<typeof getMyAccountRoute> | null }) {
  const t = useTranslations()
  const { now } = useClock()
  const [view, change] = usePayoutsView('earned')
  const earnings = useEarningPages(MINE, view)
  const balances = earnings.data?.pages[0]?.balances ?? []
  if (initial && !initial.is_host) {
    return (
      <>
        <PageHead title={t('payouts.earnings')} />
        <EmptyState title={t('payouts.notHostTitle')} text={t('payouts.notHostText')} />
      </>
    )
  }
  const isSetUp = initial?.status === 'READY_FOR_PAYOUTS'
  const account = <AccountPanel whose={MINE} path={PATH} />
  const year = localParts('UTC', minutesOf(now)).year
  return (
    <div className={css.screen}>
      <PageHead
        title={t('payouts.earnings')}
        text={t('payouts.hostText')}
        action={<Link href={`${PATH}/${year}`}>{t('payouts.year.link')}</Link>}
      />
      {isSetUp ? null : account}
      {earnings.isPending ? <CardSkeleton /> : null}
      {earnings.isError && !earnings.data ? (
        <ErrorState error={earnings.error} onRetry={() => earnings.refetch()} />
      ) : null}
      <Balances balances={balances} />
      {isSetUp ? account : null}
      <Lists whose={MINE} view={view} onChange={change} name={t('payouts.earnings')} />
    </div>
  )
}
