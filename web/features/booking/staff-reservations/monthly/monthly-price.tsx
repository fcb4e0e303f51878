'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import {
  getReservationSubscriptionRoute,
  listSubscriptionChangesRoute,
  type Subscription,
  type SubscriptionChange,
  withdrawSubscriptionChangeRoute,
} from '@openspot/contract/money/subscriptions.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tag } from '@/lib/messages/tag.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import { Buttons, Facts, Panel } from '@/ui/panel.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from '../staff-reservation.module.css'
import { PriceDialog } from './price-dialog.tsx'

const refresh = [getReservationSubscriptionRoute, listSubscriptionChangesRoute]

/** What a monthly reservation costs, when it is charged next, and announced and past changes of its price. */
export function MonthlyPrice({ reservation, lot }: { reservation: Reservation; lot: ConsoleLot }) {
  const t = useTranslations()
  const answer = useApiQuery(
    getReservationSubscriptionRoute,
    { params: { reservation_id: reservation.id } },
    { client: 'admin' },
  )
  const [isChanging, setIsChanging] = useState(false)
  if (answer.isError && !answer.data)
    return <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
  if (!answer.data) return <ListSkeleton rows={2} />
  const months = answer.data
  const { currency, month_cents, next_bill, scheduled } = months
  const isOver = months.ended_at !== null
  return (
    <Panel title={t('staffReservations.monthly.title')}>
      <Facts
        items={[
          [
            t('staffReservations.monthly.price'),
            t('staffReservations.monthly.perMonth', { amount: moneyText(t, month_cents, currency) }),
          ],
          [
            t('staffReservations.monthly.next'),
            next_bill
              ? t.rich('staffReservations.monthly.nextAt', {
                  amount: moneyText(t, next_bill.amount_cents, currency),
                  time: tag(<Moment at={next_bill.at} zone={lot.time_zone} inside />),
                })
              : t('staffReservations.monthly.nothingMore'),
          ],
        ]}
      />
      {scheduled ? <Announced months={months} change={scheduled} lot={lot} /> : null}
      <PastChanges months={months} lot={lot} />
      {isOver || scheduled ? null : (
        <Buttons>
          <Button variant="default" onClick={() => setIsChanging(true)}>
            {t('staffReservations.monthly.change')}
          </Button>
        </Buttons>
      )}
      {isChanging ? (
        <PriceDialog
          months={months}
          lot={lot}
          refresh={refresh}
          onClose={() => setIsChanging(false)}
          onDone={(message) => {
            setIsChanging(false)
            notifications.show({ message })
          }}
        />
      ) : null}
    </Panel>
  )
}

/** A change that has not taken effect, and how to withdraw it. */
function Announced({
  months,
  change,
  lot,
}: {
  months: Subscription
  change: SubscriptionChange
  lot: ConsoleLot
}) {
  const t = useTranslations()
  const send = useApiMutation(withdrawSubscriptionChangeRoute, { client: 'admin', refresh })
  const withdraw = () =>
    send.mutate(
      { params: { subscription_id: months.id, change_id: change.id } },
      { onSuccess: () => notifications.show({ message: t('staffReservations.monthly.withdrawn') }) },
    )
  const waits = change.needs_acceptance && change.accepted_at === null
  return (
    <Note
      tone="plain"
      title={
        change.month_cents === null
          ? t('staffReservations.monthly.endsTitle')
          : t('staffReservations.monthly.announced', {
              amount: moneyText(t, change.month_cents, months.currency),
            })
      }
    >
      <p>
        {t.rich('staffReservations.monthly.announcedText', {
          reason: change.reason,
          time: tag(<Moment at={change.effective_at} zone={lot.time_zone} inside />),
        })}
      </p>
      {change.needs_acceptance ? (
        <p>{waits ? t('staffReservations.monthly.waits') : t('staffReservations.monthly.accepted')}</p>
      ) : null}
      {send.error ? <p role="alert">{send.error.message}</p> : null}
      {change.can_withdraw ? (
        <div>
          <Button variant="default" loading={send.isPending} onClick={withdraw}>
            {t('staffReservations.monthly.withdraw')}
          </Button>
        </div>
      ) : null}
    </Note>
  )
}

/** Changes that took effect or did not, the newest first. */
function PastChanges({ months, lot }: { months: Subscription; lot: ConsoleLot }) {
  const t = useTranslations()
  const answer = useApiQuery(
    listSubscriptionChangesRoute,
    { params: { subscription_id: months.id }, query: {} },
    { client: 'admin' },
  )
  const past = (answer.data?.items ?? []).filter(({ state }) => state !== 'SCHEDULED')
  if (past.length === 0) return null
  return (
    <ul className={css.events} aria-label={t('staffReservations.monthly.past')}>
      {past.map((change) => (
        <li key={change.id}>
          <Moment at={change.effective_at} zone={lot.time_zone} />
          <span>
            {change.month_cents === null
              ? t('staffReservations.monthly.pastEnd')
              : t('staffReservations.monthly.perMonth', {
                  amount: moneyText(t, change.month_cents, months.currency),
                })}
            {' · '}
            {t(`plan.states.${change.state}`)}
          </span>
          <span className={css.quiet}>{change.reason}</span>
        </li>
      ))}
    </ul>
  )
}
