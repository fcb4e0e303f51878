'use client'
import { Skeleton } from '@mantine/core'
import type { LotSubscription } from '@openspot/contract/money/subscriptions.ts'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { Money } from '@/ui/money.tsx'
import { Note } from '@/ui/states.tsx'
import { Day } from '@/ui/time.tsx'
import css from './plan.module.css'
import type { useOutcome } from './use-plan.ts'

/** The immediate cost or refund of a change, and the price afterward. */
export function Outcome({
  outcome,
  subscription: { lot, currency, takes_bookings },
}: {
  outcome: ReturnType<typeof useOutcome>
  subscription: LotSubscription
}) {
  const t = useTranslations()
  if (outcome.error) return <Note tone="bad" title={outcome.error.message} />
  if (!outcome.data) return <Skeleton height={56} role="status" aria-label={t('plan.dialog.looking')} />
  const { proration_cents, month_cents, effective_at } = outcome.data
  const first = !takes_bookings
    ? t('plan.dialog.wholeMonth')
    : proration_cents < 0
      ? t('plan.dialog.givesBack')
      : t('plan.dialog.costsNow')
  const below = proration_cents < 0 ? t('plan.dialog.givesBackText') : t('plan.dialog.costsNowText')
  return (
    <dl className={css.outcome} aria-live="polite" data-stale={outcome.isPlaceholderData || undefined}>
      {proration_cents === 0 ? (
        <div>
          <dt>{t('plan.dialog.nothingNow')}</dt>
        </div>
      ) : (
        <div>
          <dt>
            {first}
            <span className={css.quiet}>{below}</span>
          </dt>
          <dd>
            <Money cents={Math.abs(proration_cents)} currency={currency} size="lg" />
          </dd>
        </div>
      )}
      <div>
        <dt>
          {t('plan.dialog.afterwards')}
          <span className={css.quiet}>
            <Day at={effective_at} zone={lot.time_zone} />
          </span>
        </dt>
        <dd>
          {t.rich('plan.monthlyPrice', {
            amount: tag(<Money cents={month_cents ?? 0} currency={currency} />),
          })}
        </dd>
      </div>
    </dl>
  )
}
