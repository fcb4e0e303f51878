import type { DisputeDetail } from '@openspot/contract/money/disputes.ts'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { SendAgain } from './send-again.tsx'

/** Where the evidence is, and what to do now. */
export function EvidenceState({ dispute, zone }: { dispute: DisputeDetail; zone: string }) {
  const t = useTranslations()
  const { evidence, awaits_evidence, evidence_due_at } = dispute
  const { state, failure, submitted_at, submitted_by } = evidence
  if (evidence.is_stuck)
    return (
      <Note tone="bad" title={t('disputes.stuck')}>
        <p>
          {evidence_due_at === null
            ? t('disputes.stuckText')
            : t.rich('disputes.stuckUntil', {
                time: tag(<Moment at={evidence_due_at} zone={zone} inside />),
              })}
        </p>
        <SendAgain dispute={dispute} />
      </Note>
    )
  if (state === 'SENDING') return <Note tone="plain" title={t('disputes.sending')} />
  if (state === 'SUBMITTED')
    return (
      <Note tone="plain" title={t('disputes.submitted')}>
        <p>
          {submitted_at === null ? null : <Moment at={submitted_at} zone={zone} />}{' '}
          {submitted_by === null ? null : t('people.bannedBy', { who: submitted_by })}
        </p>
        <p>{t('disputes.submittedText')}</p>
      </Note>
    )
  if (state === 'FAILED' && failure !== null)
    return (
      <Note tone="bad" title={t(`disputes.failures.${failure}.title`)}>
        <p>{t(`disputes.failures.${failure}.text`)}</p>
      </Note>
    )
  if (!awaits_evidence) return <Note tone="plain" title={t('disputes.noEvidence')} />
  return (
    <Note title={t('disputes.needed')}>
      <p>
        {evidence_due_at === null
          ? t('disputes.neededText')
          : t.rich('disputes.neededUntil', { time: tag(<Moment at={evidence_due_at} zone={zone} inside />) })}
      </p>
    </Note>
  )
}
