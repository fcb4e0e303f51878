'use client'
import { Button, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type Cancellation,
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import { tag } from '@/lib/messages/tag.ts'
import { reservationErrors } from '@/lib/reservation-errors.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { Money, moneyText } from '@/ui/money.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './reservations.module.css'

/** Confirms the way out of a reservation with its refund; exactly what is shown is confirmed. */
export function ExitDialog({
  reservation,
  endsEarly,
  opened,
  onClose,
}: {
  reservation: Reservation
  /** Whether the parking has begun and can't be canceled for free anymore. */
  endsEarly: boolean
  opened: boolean
  onClose: () => void
}) {
  const t = useTranslations()
  const params = { reservation_id: reservation.id }
  const preview = useApiQuery(getCancellationRoute, { params }, { enabled: opened, fresh: true })
  const cancel = useApiMutation(cancelReservationRoute, { refresh: reservationErrors })
  const { data } = preview

  const agree = () => {
    if (!data) return
    cancel.mutate(
      { params, body: { refund_cents: data.refund_cents } },
      {
        onSuccess: () => {
          onClose()
          notifications.show({
            message: data.action === 'END' ? t('driver.endDone') : t('driver.cancelDone'),
          })
        },
        onError: (error) => {
          if (codeOf(error) === 'refund_changed') void preview.refetch()
        },
      },
    )
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={endsEarly ? t('driver.endTitle') : t('driver.cancelTitle')}
    >
      <div className={css.dialog}>
        {cancel.error ? (
          <Note
            tone="bad"
            title={
              codeOf(cancel.error) === 'refund_changed' ? t('driver.refundChanged') : cancel.error.message
            }
          />
        ) : null}
        {preview.isPending ? <ListSkeleton rows={1} /> : null}
        {preview.isError ? <ErrorState error={preview.error} onRetry={() => preview.refetch()} /> : null}
        {data ? (
          <>
            <dl className={css.refund}>
              <div>
                <dt>{t('driver.cancelBack')}</dt>
                <dd>
                  <Money cents={data.refund_cents} currency={data.currency} size="xl" />
                </dd>
              </div>
              <div>
                <dt>{t('driver.cancelKept')}</dt>
                <dd>
                  <Money cents={data.kept_cents} currency={data.currency} size="lg" />
                </dd>
              </div>
            </dl>
            {data.waived_cents > 0 ? (
              <p>{t('change.waived', { amount: moneyText(t, data.waived_cents, data.currency) })}</p>
            ) : null}
            <p>{t(`driver.cancelRules.${data.rule}`)}</p>
            {data.ends_at ? (
              <p>
                {t.rich('driver.endAt', {
                  time: tag(<Moment at={data.ends_at} zone={reservation.lot.time_zone} inside />),
                })}
              </p>
            ) : null}
            <div className={css.dialogButtons}>
              <Button color="red" loading={cancel.isPending} onClick={agree}>
                {goWord(t, data, endsEarly)}
              </Button>
              <Button variant="default" onClick={onClose}>
                {endsEarly ? t('driver.endKeep') : t('driver.cancelKeep')}
              </Button>
            </div>
          </>
        ) : null}
      </div>
    </Modal>
  )
}

function goWord(t: Translate, { refund_cents, currency }: Cancellation, endsEarly: boolean): string {
  if (refund_cents === 0) return endsEarly ? t('driver.endNothing') : t('driver.cancelNothing')
  const amount = moneyText(t, refund_cents, currency)
  return endsEarly ? t('driver.endConfirm', { amount }) : t('driver.cancelConfirm', { amount })
}
