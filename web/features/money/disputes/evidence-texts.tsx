'use client'
import { Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type DisputeDetail, getDisputeRoute, patchEvidenceRoute } from '@openspot/contract/money/disputes.ts'
import { type DisputeTextKind, disputeTextKinds, evidenceLimits } from '@openspot/core/disputes/enums.ts'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { useDraft } from '@/lib/use-draft.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Facts, Fields, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'

type Texts = Record<DisputeTextKind, string>

/** The texts of the evidence: a form, or what was sent. */
export function EvidenceTexts({ dispute }: { dispute: DisputeDetail }) {
  const t = useTranslations()
  const { texts } = dispute.evidence
  if (dispute.awaits_evidence) return <Form dispute={dispute} />
  if (disputeTextKinds.every((kind) => texts[kind] === null)) return null
  return (
    <Panel title={t('disputes.texts')}>
      <Facts
        items={disputeTextKinds.map((kind) => [t(`disputes.textKinds.${kind}`), texts[kind]] as const)}
      />
    </Panel>
  )
}

function Form({ dispute }: { dispute: DisputeDetail }) {
  const t = useTranslations()
  const stored = Object.fromEntries(
    disputeTextKinds.map((kind) => [kind, dispute.evidence.texts[kind] ?? '']),
  ) as Texts
  const [{ changed }, change, forget] = useDraft(
    `evidence ${dispute.id}`,
    (): { changed: Partial<Texts> } => ({ changed: {} }),
  )
  const save = useApiMutation(patchEvidenceRoute, { client: 'admin', refresh: [getDisputeRoute] })
  const isChanged = disputeTextKinds.some((kind) => (changed[kind] ?? stored[kind]) !== stored[kind])
  return (
    <Panel title={t('disputes.texts')} text={t('disputes.textsText')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(
            { params: { dispute_id: dispute.id }, body: changed },
            {
              onSuccess: () => {
                change({ changed: {} })
                forget()
                notifications.show({ message: t('disputes.saved') })
              },
            },
          )
        }}
      >
        <Fields>
          {save.error ? <Note tone="bad" title={save.error.message} /> : null}
          {disputeTextKinds.map((kind) => (
            <Textarea
              key={kind}
              label={t(`disputes.textKinds.${kind}`)}
              autosize
              minRows={2}
              maxRows={12}
              maxLength={evidenceLimits.text_length}
              value={changed[kind] ?? stored[kind]}
              onChange={(event) => change({ changed: { ...changed, [kind]: event.currentTarget.value } })}
            />
          ))}
          <Buttons>
            <GatedButton
              type="submit"
              variant="default"
              loading={save.isPending}
              why={isChanged ? null : t('common.why.unchanged')}
            >
              {t('disputes.save')}
            </GatedButton>
          </Buttons>
        </Fields>
      </form>
    </Panel>
  )
}
