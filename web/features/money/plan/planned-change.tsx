'use client'
import { Button } from '@mantine/core'
import type { LotSubscription, SubscriptionChange } from '@openspot/contract/money/subscriptions.ts'
import { useState } from 'react'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Money } from '@/ui/money.tsx'
import { Buttons, Facts, Panel } from '@/ui/panel.tsx'
import { Day } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './plan.module.css'
import type { useWithdraw } from './use-plan.ts'

/** A scheduled change with its date and reason; those who may can withdraw it. */
export function PlannedChange({
  subscription,
  change,
  withdraw,
  onWithdrawn,
}: {
  subscription: LotSubscription
  change: SubscriptionChange
  /** Owned by the screen, because this component disappears with the change. */
  withdraw: ReturnType<typeof useWithdraw>
  onWithdrawn: (message: string) => void
}) {
  const say = words.plan.planned
  const [isConfirming, setIsConfirming] = useState(false)
  const { lot, currency } = subscription
  const titles = { PLAN: say.toPlan(change.plan?.name ?? ''), PRICE: say.price, CANCEL: say.cancel }
  const takeBack = () =>
    withdraw.mutate(
      { params: { subscription_id: subscription.id, change_id: change.id } },
      { onSuccess: () => onWithdrawn(say.withdrawn) },
    )
  return (
    <Panel title={titles[change.kind]}>
      <Facts
        items={[
          [say.from, <Day key="from" at={change.effective_at} zone={lot.time_zone} />],
          [
            say.month,
            change.month_cents === null ? null : (
              <Money key="price" cents={change.month_cents} currency={currency} />
            ),
          ],
          [say.by, change.requested_by ?? say.byUs],
        ]}
      />
      <p className={css.reason}>{change.reason}</p>
      {change.requested_by === null ? <p className={css.quiet}>{say.grows}</p> : null}
      {change.can_withdraw ? (
        <Buttons>
          <Button variant="default" onClick={() => setIsConfirming(true)}>
            {say.withdraw}
          </Button>
        </Buttons>
      ) : null}
      <ConfirmDialog
        title={say.withdrawTitle}
        text={say.withdrawText}
        opened={isConfirming}
        isBusy={withdraw.isPending}
        error={withdraw.error}
        yes={say.withdraw}
        no={say.withdrawNo}
        onYes={takeBack}
        onClose={() => setIsConfirming(false)}
      />
    </Panel>
  )
}
