'use client'
import { notifications } from '@mantine/notifications'
import {
  decideRatingRoute,
  listReportedRatingsRoute,
  type ReportedRating,
} from '@openspot/contract/lots/ratings.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'

export type Decision = 'hide' | 'keep' | 'show'

/** Asks for the reason of a decision about a rating. Keeping a rating settles its reports. */
export function DecisionDialog({
  rating,
  decision,
  onClose,
}: {
  rating: ReportedRating
  decision: Decision
  onClose: () => void
}) {
  const t = useTranslations()
  const [reason, setReason] = useState('')
  const send = useApiMutation(decideRatingRoute, { client: 'admin', refresh: [listReportedRatingsRoute] })
  return (
    <FormDialog
      title={t(`ratings.platform.${decision}Title`)}
      error={send.error}
      submit={t(`ratings.platform.${decision}`)}
      isBusy={send.isPending}
      isReady={reason.trim() !== ''}
      onSubmit={() =>
        send.mutate(
          { params: { rating_id: rating.id }, body: { is_hidden: decision === 'hide', reason } },
          {
            onSuccess: () => {
              notifications.show({ message: t('ratings.platform.decided') })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <ReasonField
        label={t('ratings.platform.reason')}
        description={t('ratings.platform.reasonText')}
        reason={reason}
        error={null}
        onChange={setReason}
      />
    </FormDialog>
  )
}
