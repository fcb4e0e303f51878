'use client'
import type { LotSubscription, Plan } from '@openspot/contract/money/subscriptions.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { Choice } from '@/ui/choice.tsx'
import { moneyText } from '@/ui/money.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { Day } from '@/ui/time.tsx'
import { Outcome } from './outcome.tsx'
import css from './plan.module.css'
import { type Draft, useChange, useOutcome } from './use-plan.ts'

export interface DialogProps {
  subscription: LotSubscription
  onClose: () => void
  onDone: (message: string) => void
}

export type Beginning = 'NOW' | 'PERIOD_END'

/** Changes the plan now or at the end of the month, showing the cost first. */
export function ChangeDialog({ subscription, onClose, onDone }: DialogProps) {
  const t = useTranslations()
  const { takes_bookings, plans, spot_count } = subscription
  const [plan_id, setPlan] = useState<string | null>(null)
  const [effective_at, setBeginning] = useState<Beginning>(takes_bookings ? 'PERIOD_END' : 'NOW')
  const [reason, setReason] = useState('')
  const draft: Draft | null = plan_id === null ? null : { kind: 'PLAN', plan_id, effective_at }
  const outcome = useOutcome(subscription.id, draft)
  const { change, isBusy, errorAt, errorBeside } = useChange(subscription.id)
  const large = plans.filter((plan) => fits(plan, spot_count))
  const small = plans.filter((plan) => !fits(plan, spot_count))
  const go = () =>
    draft &&
    change(
      { ...draft, reason: reason.trim(), expected_proration_cents: outcome.data?.proration_cents ?? 0 },
      () => onDone(effective_at === 'NOW' ? t('plan.dialog.done') : t('plan.dialog.planned')),
    )
  return (
    <ActDialog
      title={takes_bookings ? t('plan.dialog.title') : t('plan.dialog.titleAgain')}
      text={takes_bookings ? t('plan.dialog.text') : t('plan.dialog.textAgain')}
      fault={errorBeside('plan_id', 'reason')}
      go={takes_bookings ? t('plan.dialog.go') : t('plan.dialog.goAgain')}
      isBusy={isBusy}
      isReady={draft !== null && outcome.isSuccess && !outcome.isPlaceholderData && reason.trim() !== ''}
      onGo={go}
      onClose={onClose}
    >
      <Choice
        name="plan"
        legend={t('plan.dialog.plans')}
        value={plan_id}
        onChange={setPlan}
        options={large
          .filter(({ id }) => !takes_bookings || id !== subscription.plan?.id)
          .map((plan) => ({
            value: plan.id,
            content: <PlanLine plan={plan} />,
            aside: priceOf(t, plan, subscription.currency),
          }))}
      />
      {small.length > 0 ? (
        <p className={css.quiet}>
          {small.map(({ name }) => name).join(t('common.comma'))}:{' '}
          {t('plan.dialog.tooSmall', { count: spot_count })}
        </p>
      ) : null}
      {errorAt('plan_id') ? (
        <p className={css.fault} role="alert">
          {errorAt('plan_id')}
        </p>
      ) : null}
      {takes_bookings ? (
        <WhenChoice subscription={subscription} value={effective_at} onChange={setBeginning} />
      ) : null}
      {draft ? <Outcome outcome={outcome} subscription={subscription} /> : null}
      <ReasonField
        label={t('plan.dialog.reason')}
        description={t('plan.dialog.reasonText')}
        reason={reason}
        error={errorAt('reason')}
        onChange={setReason}
      />
    </ActDialog>
  )
}

export function WhenChoice({
  subscription: { period_ends_at, lot },
  value,
  onChange,
}: {
  subscription: LotSubscription
  value: Beginning
  onChange: (value: Beginning) => void
}) {
  const t = useTranslations()
  return (
    <Choice
      name="when"
      legend={t('plan.dialog.when')}
      value={value}
      onChange={(next) => onChange(next === 'NOW' ? 'NOW' : 'PERIOD_END')}
      options={[
        {
          value: 'PERIOD_END',
          content: t('plan.dialog.atEnd'),
          aside: <Day at={period_ends_at} zone={lot.time_zone} />,
        },
        { value: 'NOW', content: t('plan.dialog.now') },
      ]}
    />
  )
}

function PlanLine({ plan }: { plan: Plan }) {
  const t = useTranslations()
  return (
    <span className={css.planLine}>
      <strong>{plan.name}</strong>
      <span>{plan.max_spots === null ? t('plan.anySize') : t('plan.upTo', { spots: plan.max_spots })}</span>
    </span>
  )
}

const fits = ({ max_spots }: Plan, spot_count: number) => max_spots === null || max_spots >= spot_count

function priceOf(t: Translate, { month_cents }: Plan, currency: string): string {
  if (month_cents === null) return t('plan.agreed')
  return month_cents === 0
    ? t('plan.free')
    : t('plan.perMonth', { amount: moneyText(t, month_cents, currency) })
}
