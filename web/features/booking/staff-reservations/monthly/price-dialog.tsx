'use client'
import { changeSubscriptionRoute, type Subscription } from '@openspot/contract/money/subscriptions.ts'
import type { Route } from '@openspot/contract/route.ts'
import { riseNoticeDays } from '@openspot/core/billing/monthly-consent.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays, startOfLocalDay } from '@openspot/core/time/zone.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { moneyText } from '@/ui/money.tsx'
import { MoneyField, moneyDraft, readMoney } from '@/ui/money-field.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { MomentField } from '@/ui/when-fields.tsx'

/** Announces another monthly price. A higher one starts after the notice that drivers get. */
export function PriceDialog({
  months,
  lot,
  refresh,
  onClose,
  onDone,
}: {
  months: Subscription
  lot: ConsoleLot
  refresh: Route[]
  onClose: () => void
  onDone: (message: string) => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const { currency, max_month_cents } = months
  const [text, setText] = useState(moneyDraft(t, months.month_cents, currency))
  const [picked, setPicked] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const send = useApiMutation(changeSubscriptionRoute, { client: 'admin', refresh })
  const keyFor = useAttemptKey()
  const at = fieldOf(send.error)
  const errorAt = (field: string) => (at?.field === field ? at.message : null)
  const read = readMoney(t, text, currency)
  const cents = read.ok ? read.cents : null
  const isRise = cents !== null && cents > months.month_cents
  const earliest = isoOf(
    isRise
      ? startOfLocalDay(lot.time_zone, plusLocalDays(lot.time_zone, minutesOf(now), riseNoticeDays))
      : minutesOf(now),
  )
  const isEarliest = picked === null || picked < earliest
  const effective_at = isEarliest ? earliest : picked
  const isAt = at !== null && ['month_cents', 'effective_at', 'reason'].includes(at.field)
  const save = () => {
    const body = {
      kind: 'PRICE' as const,
      month_cents: cents ?? 0,
      // The server decides what is now.
      effective_at: isEarliest && !isRise ? ('NOW' as const) : effective_at,
      reason: reason.trim(),
    }
    const input = { params: { subscription_id: months.id }, body }
    send.mutate(
      { ...input, idempotency_key: keyFor(JSON.stringify(input)) },
      {
        onSuccess: ({ change }) =>
          onDone(
            change?.needs_acceptance
              ? t('staffReservations.monthly.sentToAccept')
              : t('staffReservations.monthly.sent'),
          ),
        onError: (error) => void withNewKey(error, keyFor),
      },
    )
  }
  return (
    <ActDialog
      title={t('staffReservations.monthly.change')}
      text={t('staffReservations.monthly.changeText', { days: riseNoticeDays })}
      fault={send.error && !isAt ? send.error.message : null}
      go={t('staffReservations.monthly.go')}
      isBusy={send.isPending}
      isReady={cents !== null && cents !== months.month_cents && reason.trim() !== ''}
      onGo={save}
      onClose={onClose}
    >
      <MoneyField
        label={t('staffReservations.monthly.newPrice')}
        text={text}
        currency={currency}
        description={
          max_month_cents === null
            ? t('staffReservations.monthly.newPriceText')
            : t('staffReservations.monthly.agreed', { amount: moneyText(t, max_month_cents, currency) })
        }
        error={errorAt('month_cents')}
        onChange={setText}
      />
      <MomentField
        legend={t('staffReservations.monthly.from')}
        at={effective_at}
        zone={lot.time_zone}
        earliest={earliest}
        onChange={(minute) => setPicked(isoOf(minute))}
      />
      {errorAt('effective_at') ? <p role="alert">{errorAt('effective_at')}</p> : null}
      <ReasonField
        label={t('staffReservations.monthly.reason')}
        description={t('staffReservations.monthly.reasonText')}
        reason={reason}
        error={errorAt('reason')}
        onChange={setReason}
      />
    </ActDialog>
  )
}
