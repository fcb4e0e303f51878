'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { LotSubscription } from '@openspot/contract/money/subscriptions.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tag } from '@/lib/messages/tag.ts'
import { Money } from '@/ui/money.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Columns, Facts, Panel } from '@/ui/panel.tsx'
import { CardSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, NoPermission, Note } from '@/ui/states.tsx'
import { Day } from '@/ui/time.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import css from './plan.module.css'
import { PlanLists } from './plan-lists.tsx'
import { PlanPayment } from './plan-payment.tsx'
import { PlannedChange } from './planned-change.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { usePlan, useWithdraw } from './use-plan.ts'

/** The platform plan of a lot, with scheduled changes and bills. */
export function PlanScreen({ lot, isPlatform }: { lot: ConsoleLot; isPlatform: boolean }) {
  const t = useTranslations()
  const pages = usePlan(lot.id)
  const subscription = pages.data?.pages[0]
  if (pages.error && [401, 403].includes(pages.error.status)) {
    return <NoPermission sign_in={pages.error.status === 401} path={`/lots/${lot.id}/plan`} />
  }
  return (
    <>
      <PageHead title={t('plan.title')} text={t('plan.text')} />
      {pages.isPending ? <CardSkeleton /> : null}
      {pages.isError && !subscription ? (
        <ErrorState error={pages.error} onRetry={() => pages.refetch()} />
      ) : null}
      {subscription ? (
        <div className={css.screen}>
          <Present subscription={subscription} isPlatform={isPlatform} />
          <PlanLists lot={lot} subscription={subscription} bills={pages} />
        </div>
      ) : null}
    </>
  )
}

type Open = 'change' | 'cancel' | 'price'

function Present({ subscription, isPlatform }: { subscription: LotSubscription; isPlatform: boolean }) {
  const t = useTranslations()
  const [open, setOpen] = useState<Open | null>(null)
  const withdraw = useWithdraw()
  const close = () => setOpen(null)
  const done = (message: string) => {
    notifications.show({ message })
    close()
  }
  const { scheduled, takes_bookings } = subscription
  return (
    <>
      {takes_bookings ? null : (
        <Note tone="bad" title={t('plan.stoppedTitle')}>
          <p>{t('plan.stoppedText')}</p>
        </Note>
      )}
      <Columns
        side={
          scheduled ? (
            <PlannedChange
              key={scheduled.id}
              subscription={subscription}
              change={scheduled}
              withdraw={withdraw}
              onWithdrawn={done}
            />
          ) : null
        }
      >
        <Panel title={t('plan.present')}>
          <PresentPlan subscription={subscription} />
          {subscription.can_change ? (
            <Actions subscription={subscription} isPlatform={isPlatform} onOpen={setOpen} />
          ) : (
            <p className={css.quiet}>{t('plan.onlyOwners')}</p>
          )}
        </Panel>
      </Columns>
      <PlanPayment subscription={subscription} onDone={done} />
      {open === 'change' ? <ChangeDialog subscription={subscription} onClose={close} onDone={done} /> : null}
      {open === 'price' ? <PriceDialog subscription={subscription} onClose={close} onDone={done} /> : null}
      {open === 'cancel' ? <CancelDialog subscription={subscription} onClose={close} onDone={done} /> : null}
    </>
  )
}

function PresentPlan({ subscription }: { subscription: LotSubscription }) {
  const t = useTranslations()
  const { plan, month_cents, currency, next_bill, lot, spot_count, takes_bookings } = subscription
  const has_begun = subscription.has_begun ?? true
  if (!takes_bookings) return <p className={css.name}>{t('plan.none')}</p>
  const most = plan?.max_spots ?? null
  const isAgreed = plan !== null && plan.month_cents !== month_cents
  return (
    <>
      <div className={css.present}>
        <p className={css.name}>{plan?.name}</p>
        <p className={css.price}>
          {month_cents === 0 ? (
            <span className={css.free}>{t('plan.free')}</span>
          ) : (
            t.rich('plan.monthlyPrice', {
              amount: tag(<Money cents={month_cents} currency={currency} size="lg" />),
            })
          )}
        </p>
        {isAgreed ? <p className={css.quiet}>{t('plan.agreedPrice')}</p> : null}
        {has_begun || month_cents === 0 ? null : <p className={css.quiet}>{t('plan.waits')}</p>}
      </div>
      <Facts
        items={[
          [
            t('plan.spots'),
            most === null
              ? t('plan.spotCount', { count: spot_count })
              : t('plan.ofSpots', { count: spot_count, most }),
          ],
          [
            t('plan.paidUntil'),
            has_begun ? <Day key="until" at={subscription.period_ends_at} zone={lot.time_zone} /> : null,
          ],
          [
            t('plan.next'),
            !has_begun ? null : next_bill === null || next_bill.amount_cents === 0 ? (
              t('plan.nothing')
            ) : (
              <Money key="next" cents={next_bill.amount_cents} currency={currency} />
            ),
          ],
        ]}
      />
    </>
  )
}

/** A scheduled change must be withdrawn before another one is made, so that changes never add up. */
function Actions({
  subscription: { scheduled, takes_bookings, month_cents },
  isPlatform,
  onOpen,
}: {
  subscription: LotSubscription
  isPlatform: boolean
  onOpen: (open: Open) => void
}) {
  const t = useTranslations()
  const isOurs = scheduled !== null && scheduled.requested_by === null
  if (scheduled !== null && !isOurs) return null
  return (
    <Buttons>
      <Button onClick={() => onOpen('change')}>{takes_bookings ? t('plan.change') : t('plan.choose')}</Button>
      {isPlatform && takes_bookings && scheduled === null ? (
        <Button variant="default" onClick={() => onOpen('price')}>
          {t('plan.agree')}
        </Button>
      ) : null}
      {takes_bookings && month_cents > 0 ? (
        <Button variant="default" onClick={() => onOpen('cancel')}>
          {t('plan.cancel')}
        </Button>
      ) : null}
    </Buttons>
  )
}
