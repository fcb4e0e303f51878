'use client'
import { Button } from '@mantine/core'
import {
  type DisputeDetail,
  getDisputeRoute,
  submitEvidenceRoute,
} from '@openspot/contract/money/disputes.ts'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import css from './disputes.module.css'

/** Sends evidence again that could not be sent. Nothing is asked first, because it was submitted before. */
export function SendAgain({ dispute }: { dispute: DisputeDetail }) {
  const t = useTranslations()
  const submit = useApiMutation(submitEvidenceRoute, { client: 'admin', refresh: [getDisputeRoute] })
  return (
    <>
      {submit.error ? (
        <p role="alert" className={css.error}>
          {submit.error.message}
        </p>
      ) : null}
      <Button
        className={css.again}
        loading={submit.isPending}
        onClick={() => submit.mutate({ params: { dispute_id: dispute.id } })}
      >
        {t('disputes.sendAgain')}
      </Button>
    </>
  )
}
