'use client'
import { Button } from '@mantine/core'
import type { PayoutAccount } from '@openspot/contract/money/accounts.ts'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { moneyText } from '@/ui/money.tsx'
import { Buttons, Facts, Panel } from '@/ui/panel.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { CardSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import { Bank } from './bank.tsx'
import css from './payouts.module.css'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { useAccount, useSetUp, type Whose } from './use-payouts.ts'

/** The URL parameter that the provider's page adds when it returns. */
const PARAM = 'onboarding'

const titles = {
  MISSING_STRIPE_ACCOUNT: words.payouts.account.missingTitle,
  MISSING_STRIPE_INFORMATION: words.payouts.account.incompleteTitle,
  READY_FOR_PAYOUTS: words.payouts.account.title,
}

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
  const say = words.payouts.account
  const back = useComingBack()
  const account = useAccount(whose, back === 'done')
  const setUp = useSetUp(whose)
  const leave = () =>
    setUp.mutate({ return_path: path }, { onSuccess: ({ url }) => window.location.assign(url) })
  if (account.isPending) return <CardSkeleton />
  if (!account.data) return <ErrorState error={account.error} onRetry={() => account.refetch()} />
  return (
    <Panel title={account.data.details === null ? say.title : titles[account.data.status]}>
      {back === 'again' ? <Note tone="plain" title={say.again} /> : null}
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
    const here = new URL(window.location.href)
    here.searchParams.delete(PARAM)
    if (how !== null) window.history.replaceState(window.history.state, '', here)
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
  const say = words.payouts.account
  const [isChanging, setChanging] = useState(false)
  if (details === null) {
    return (
      <p>
        <strong>{say.statuses[status]}.</strong> {say.adminText}
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
            {isMissing ? (whose.lot_id === null ? say.missingText : say.missingLotText) : say.incompleteText}
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
            [say.bank, details.bank ? <Bank key="bank" bank={details.bank} /> : null],
            [say.schedule, words.payouts.schedules[details.schedule]],
            [
              say.most,
              details.max_payout_cents === null
                ? say.noMost
                : moneyText(details.max_payout_cents, details.currency),
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
            {isMissing ? say.setUp : isReady ? say.open : say.goOn}
          </Button>
          {isMissing ? null : (
            <Button size={isReady ? 'sm' : 'md'} variant="default" onClick={() => setChanging(true)}>
              {say.change}
            </Button>
          )}
        </Buttons>
      ) : (
        <p className={css.quiet}>{say.platformText}</p>
      )}
      {isChanging ? (
        <ScheduleDialog whose={whose} path={path} details={details} onClose={() => setChanging(false)} />
      ) : null}
    </>
  )
}
