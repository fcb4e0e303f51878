'use client'
import { Button, Modal } from '@mantine/core'
import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import { reservationErrors } from '@/lib/reservation-errors.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { Money, moneyText } from '@/ui/money.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import css from './reservations.module.css'

/** Confirms a cancellation with the refund; exactly what is shown is confirmed. */
export function CancelDialog({
  reservation,
  opened,
  onClose,
}: {
  reservation: Reservation
  opened: boolean
  onClose: () => void
}) {
  const t = useTranslations()
  const params = { reservation_id: reservation.id }
  const preview = useApiQuery(getCancellationRoute, { params }, { enabled: opened })
  const cancel = useApiMutation(cancelReservationRoute, { refresh: reservationErrors })
  const { data } = preview

  const agree = () => {
    if (!data) return
    cancel.mutate(
      { params, body: { refund_cents: data.refund_cents } },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (codeOf(error) === 'refund_changed') void preview.refetch()
        },
      },
    )
  }
  return (
    <Modal opened={opened} onClose={onClose} title={t('driver.cancelTitle')}>
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
            <p>{t(`driver.cancelRules.${data.rule}`)}</p>
            <div className={css.dialogButtons}>
              <Button color="red" loading={cancel.isPending} onClick={agree}>
                {data.refund_cents > 0
                  ? t('driver.cancelConfirm', { amount: moneyText(t, data.refund_cents, data.currency) })
                  : t('driver.cancelNothing')}
              </Button>
              <Button variant="default" onClick={onClose}>
                {t('driver.cancelKeep')}
              </Button>
            </div>
          </>
        ) : null}
      </div>
    </Modal>
  )
}
