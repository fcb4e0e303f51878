'use client'
import { Button } from '@mantine/core'
import type { PayoutAccount } from '@openspot/contract/money/accounts.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { dropParams } from '@/lib/drop-params.ts'
import { moneyText } from '@/ui/money.tsx'
import { Buttons, Facts, Panel } from '@/ui/panel.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { CardSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { Bank } from './bank.tsx'
import css from './payouts.module.css'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { useAccount, useSetUp, type Whose } from './use-payouts.ts'

/** The URL parameter that the provider's page adds when it returns. */
const PARAM = 'onboarding'

const titles = (t: Translate) => ({
  MISSING_STRIPE_ACCOUNT: t('payouts.account.missingTitle'),
  MISSING_STRIPE_INFORMATION: t('payouts.account.incompleteTitle'),
  READY_FOR_PAYOUTS: t('payouts.account.title'),
})

/** The payout account in its three states, with the next step for each. */
export function AccountPanel({
  whose,
  path,
  mayChange = true,
}: {
  whose: Whose
  path: string
  mayChange?: boolean
}) {
  const t = useTranslations()
  const back = useComingBack()
  const account = useAccount(whose, back === 'done')
  const setUp = useSetUp(whose)
  const leave = () =>
    setUp.mutate({ return_path: path }, { onSuccess: ({ url }) => window.location.assign(url) })
  if (account.isPending) return <CardSkeleton />
  if (!account.data) return <ErrorState error={account.error} onRetry={() => account.refetch()} />
  return (
    <Panel
      title={account.data.details === null ? t('payouts.account.title') : titles(t)[account.data.status]}
    >
      {back === 'again' ? <Note tone="plain" title={t('payouts.account.again')} /> : null}
      {setUp.error ? <Refusal error={setUp.error} path={path} /> : null}
      <AccountState
        account={account.data}
        whose={whose}
        path={path}
        mayChange={mayChange}
        isLeaving={setUp.isPending || setUp.isSuccess}
        onLeave={leave}
      />
    </Panel>
  )
}

/** Returns how the person came back from the provider's page; read once and then removed from the URL. */
function useComingBack(): 'done' | 'again' | null {
  const params = useSearchParams()
  const [how] = useState(() => params?.get(PARAM) ?? null)
  useEffect(() => {
    if (how !== null) dropParams(PARAM)
  }, [how])
  return how === 'done' || how === 'again' ? how : null
}

function AccountState({
  account: { status, details },
  whose,
  path,
  mayChange,
  isLeaving,
  onLeave,
}: {
  account: PayoutAccount
  whose: Whose
  path: string
  mayChange: boolean
  isLeaving: boolean
  onLeave: () => void
}) {
  const t = useTranslations()
  const [isChanging, setChanging] = useState(false)
  if (details === null) {
    return (
      <p>
        <strong>{t(`payouts.account.statuses.${status}`)}.</strong> {t('payouts.account.adminText')}
      </p>
    )
  }
  const isReady = status === 'READY_FOR_PAYOUTS'
  const isMissing = status === 'MISSING_STRIPE_ACCOUNT'
  return (
    <>
      {isReady ? null : (
        <div className={css.wanted}>
          <p>
            {isMissing
              ? whose.lot_id === null
                ? t('payouts.account.missingText')
                : t('payouts.account.missingLotText')
              : t('payouts.account.incompleteText')}
          </p>
          {details.missing.length > 0 ? (
            <ul>
              {details.missing.map(({ requirement, text }) => (
                <li key={requirement}>{text}</li>
              ))}
            </ul>
          ) : null}
        </div>
      )}
      {isMissing ? null : (
        <Facts
          items={[
            [t('payouts.account.bank'), details.bank ? <Bank key="bank" bank={details.bank} /> : null],
            [t('payouts.account.schedule'), t(`payouts.schedules.${details.schedule}`)],
            [
              t('payouts.account.most'),
              details.max_payout_cents === null
                ? t('payouts.account.noMost')
                : moneyText(t, details.max_payout_cents, details.currency),
            ],
          ]}
        />
      )}
      {mayChange ? (
        <Buttons>
          <Button
            size={isReady ? 'sm' : 'md'}
            variant={isReady ? 'default' : 'filled'}
            loading={isLeaving}
            onClick={onLeave}
          >
            {isMissing
              ? t('payouts.account.setUp')
              : isReady
                ? t('payouts.account.open')
                : t('payouts.account.goOn')}
          </Button>
          {isMissing ? null : (
            <Button size={isReady ? 'sm' : 'md'} variant="default" onClick={() => setChanging(true)}>
              {t('payouts.account.change')}
            </Button>
          )}
        </Buttons>
      ) : (
        <p className={css.quiet}>{t('payouts.account.platformText')}</p>
      )}
      {isChanging ? (
        <ScheduleDialog whose={whose} path={path} details={details} onClose={() => setChanging(false)} />
      ) : null}
    </>
  )
}
