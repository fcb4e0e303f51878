'use client'
import { Button } from '@mantine/core'
import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { reservationErrors } from '@/lib/reservation-errors.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'

/** Releases a held, unpaid spot after confirmation. */
export function ReleaseHold({ reservation_id, word }: { reservation_id: string; word: string }) {
  const t = useTranslations()
  const [isConfirming, setIsConfirming] = useState(false)
  const cancel = useApiMutation(cancelReservationRoute, { refresh: reservationErrors })
  return (
    <>
      <Button variant="default" h={48} onClick={() => setIsConfirming(true)}>
        {word}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={`${word}?`}
        text={t('driver.letGoText')}
        yes={word}
        no={t('driver.cancelKeep')}
        isBusy={cancel.isPending}
        error={cancel.error}
        onClose={() => setIsConfirming(false)}
        onYes={() =>
          cancel.mutate(
            { params: { reservation_id }, body: { refund_cents: 0 } },
            { onSuccess: () => setIsConfirming(false) },
          )
        }
      />
    </>
  )
}
