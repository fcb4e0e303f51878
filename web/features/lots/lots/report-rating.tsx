'use client'
import { Button, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Rating, reportRatingRoute } from '@openspot/contract/lots/ratings.ts'
import { MAX_RATING_REASON } from '@openspot/core/lots/ratings.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { FormDialog } from '@/ui/form-dialog.tsx'

/** Reports a rating to the platform. Needs an account, so that nobody can flood it. */
export function ReportRating({
  rating,
  path,
  onClose,
}: {
  rating: Rating
  /** The page to return to after signing in. */
  path: string
  onClose: () => void
}) {
  const t = useTranslations()
  const [reason, setReason] = useState('')
  const send = useApiMutation(reportRatingRoute)
  const isSignedOut = send.error?.status === 401
  return (
    <FormDialog
      title={t('ratings.report.title')}
      isBusy={send.isPending}
      error={isSignedOut ? null : send.error}
      submit={t('ratings.report.send')}
      isReady={reason.trim() !== ''}
      onClose={onClose}
      onSubmit={() =>
        send.mutate(
          { params: { rating_id: rating.id }, body: { reason } },
          {
            onSuccess: () => {
              notifications.show({ message: t('ratings.report.done') })
              onClose()
            },
          },
        )
      }
    >
      <p>{t('ratings.report.text')}</p>
      <Textarea
        label={t('ratings.report.reason')}
        autosize
        minRows={3}
        maxLength={MAX_RATING_REASON}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {isSignedOut ? (
        <Button component={Link} variant="default" href={`/sign-in?next=${encodeURIComponent(path)}`}>
          {t('ratings.report.signIn')}
        </Button>
      ) : null}
    </FormDialog>
  )
}
