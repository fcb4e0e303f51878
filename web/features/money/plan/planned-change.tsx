'use client'
import { Button } from '@mantine/core'
import type { LotSubscription, SubscriptionChange } from '@openspot/contract/money/subscriptions.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Money } from '@/ui/money.tsx'
import { Buttons, Facts, Panel } from '@/ui/panel.tsx'
import { Day } from '@/ui/time.tsx'
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
  const t = useTranslations()
  const [isConfirming, setIsConfirming] = useState(false)
  const { lot, currency } = subscription
  const titles = {
    PLAN: t('plan.planned.toPlan', { name: change.plan?.name ?? '' }),
    PRICE: t('plan.planned.price'),
    CANCEL: t('plan.planned.cancel'),
  }
  const takeBack = () =>
    withdraw.mutate(
      { params: { subscription_id: subscription.id, change_id: change.id } },
      { onSuccess: () => onWithdrawn(t('plan.planned.withdrawn')) },
    )
  return (
    <Panel title={titles[change.kind]}>
      <Facts
        items={[
          [t('plan.planned.from'), <Day key="from" at={change.effective_at} zone={lot.time_zone} />],
          [
            t('plan.planned.month'),
            change.month_cents === null ? null : (
              <Money key="price" cents={change.month_cents} currency={currency} />
            ),
          ],
          [t('plan.planned.by'), change.requested_by ?? t('plan.planned.byUs')],
        ]}
      />
      <p className={css.reason}>{change.reason}</p>
      {change.requested_by === null ? <p className={css.quiet}>{t('plan.planned.grows')}</p> : null}
      {change.can_withdraw ? (
        <Buttons>
          <Button variant="default" onClick={() => setIsConfirming(true)}>
            {t('plan.planned.withdraw')}
          </Button>
        </Buttons>
      ) : null}
      <ConfirmDialog
        title={t('plan.planned.withdrawTitle')}
        text={t('plan.planned.withdrawText')}
        opened={isConfirming}
        isBusy={withdraw.isPending}
        error={withdraw.error}
        yes={t('plan.planned.withdraw')}
        no={t('plan.planned.withdrawNo')}
        onYes={takeBack}
        onClose={() => setIsConfirming(false)}
      />
    </Panel>
  )
}
