'use client'
import {
  type DisputeDetail,
  getDisputeRoute,
  submitEvidenceRoute,
} from '@openspot/contract/money/disputes.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Panel } from '@/ui/panel.tsx'

/** Sends the evidence to the bank, after a question: it can be done once. */
export function SubmitEvidence({ dispute }: { dispute: DisputeDetail }) {
  const t = useTranslations()
  const [isAsking, setIsAsking] = useState(false)
  const submit = useApiMutation(submitEvidenceRoute, { client: 'admin', refresh: [getDisputeRoute] })
  const { files, texts } = dispute.evidence
  const isEmpty = files.length === 0 && Object.values(texts).every((text) => text === null)
  return (
    <Panel
      title={t('disputes.submitTitle')}
      text={isEmpty ? t('disputes.submitEmpty') : t('disputes.submitText')}
    >
      <div>
        <GatedButton why={isEmpty ? t('common.why.fill') : null} onClick={() => setIsAsking(true)}>
          {t('disputes.submit')}
        </GatedButton>
      </div>
      {isAsking ? (
        <FormDialog
          title={t('disputes.submitAsk')}
          error={submit.error}
          submit={t('disputes.submit')}
          isBusy={submit.isPending}
          isReady
          onSubmit={() =>
            submit.mutate({ params: { dispute_id: dispute.id } }, { onSuccess: () => setIsAsking(false) })
          }
          onClose={() => setIsAsking(false)}
        >
          <p>{t('disputes.submitWarning')}</p>
        </FormDialog>
      ) : null}
    </Panel>
  )
}
