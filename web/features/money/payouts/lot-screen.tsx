'use client'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Columns } from '@/ui/panel.tsx'
import { CardSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, ErrorState, NoPermission } from '@/ui/states.tsx'
import { AccountPanel } from './account-panel.tsx'
import { Balances } from './balances.tsx'
import { Lists } from './lists.tsx'
import css from './payouts.module.css'
import { useEarningPages } from './use-payouts.ts'
import { usePayoutsView } from './use-payouts-view.ts'

/** The reader's role: an owner or admin of the lot, or a platform admin. */
export type Seer = 'owner' | 'admin' | 'platform'

/** The payouts of a lot. An admin only sees whether the account is set up. */
export function LotPayoutsScreen({ lot, seer }: { lot: ConsoleLot; seer: Seer }) {
  const t = useTranslations()
  const account = (
    <AccountPanel whose={{ lot_id: lot.id }} path={`/lots/${lot.id}/payouts`} mayChange={seer === 'owner'} />
  )
  return (
    <div className={css.screen}>
      <PageHead title={t('payouts.title')} />
      {seer === 'admin' ? account : <Money lot={lot}>{account}</Money>}
    </div>
  )
}

function Money({ lot, children }: { lot: ConsoleLot; children: React.ReactNode }) {
  const t = useTranslations()
  const [view, change] = usePayoutsView('payouts')
  const whose = { lot_id: lot.id }
  const earnings = useEarningPages(whose, view)
  const balances = earnings.data?.pages[0]?.balances ?? []
  if (earnings.error && [401, 403].includes(earnings.error.status)) {
    return <NoPermission sign_in={earnings.error.status === 401} path={`/lots/${lot.id}/payouts`} />
  }
  return (
    <>
      <Columns side={children} isSideFirst={balances.length === 0}>
        {earnings.isPending ? <CardSkeleton /> : null}
        {earnings.isError && !earnings.data ? (
          <ErrorState error={earnings.error} onRetry={() => earnings.refetch()} />
        ) : null}
        {earnings.data && balances.length === 0 ? (
          <EmptyState title={t('payouts.balance.emptyTitle')} text={t('payouts.balance.emptyText')} />
        ) : null}
        <Balances balances={balances} />
      </Columns>
      <Lists whose={whose} view={view} onChange={change} name={lot.name} />
    </>
  )
}
