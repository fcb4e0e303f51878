'use client'
import { notifications } from '@mantine/notifications'
import {
  decideLotTrustRoute,
  listPlatformLotsRoute,
  type PlatformLot,
} from '@openspot/contract/platform/lots.ts'
import { isOneOf, type LotTrustLevel, lotTrustLevels } from '@openspot/core/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiMutation } from '@/lib/use-api.ts'
import { Choice } from '@/ui/choice.tsx'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { Note } from '@/ui/states.tsx'
import { LotEvidence } from './lot-evidence.tsx'
import { gapsText } from './lot-texts.ts'
import css from './lots.module.css'

/** Shows what decides about a lot, and takes the decision with its reason. */
export function ReviewDialog({ lot, onClose }: { lot: PlatformLot; onClose: () => void }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const [decision, setDecision] = useState<LotTrustLevel | null>(null)
  const [reason, setReason] = useState('')
  const decide = useApiMutation(decideLotTrustRoute, { client: 'admin', refresh: [listPlatformLotsRoute] })
  const choices = lotTrustLevels.filter((level) => level !== lot.trust_level).toReversed()
  return (
    <FormDialog
      title={t('lotReviews.dialogTitle', { lot: lot.name })}
      size="lg"
      error={decide.error}
      submit={t('lotReviews.go')}
      isBusy={decide.isPending}
      isReady={decision !== null && reason.trim() !== ''}
      onSubmit={() => {
        if (decision === null) return
        decide.mutate(
          {
            params: { lot_id: lot.id },
            body: { trust_level: decision, trust_level_before: lot.trust_level, reason },
          },
          {
            onSuccess: () => {
              notifications.show({
                message: t('lotReviews.done', { lot: lot.name, state: t(`lotReviews.levels.${decision}`) }),
              })
              onClose()
            },
          },
        )
      }}
      onClose={onClose}
    >
      <LotEvidence lot={lot} zone={reader_zone} />
      {lot.gaps.length > 0 ? (
        <Note title={gapsText(t, lot)}>
          {lot.gaps.includes('SPOTS') ? <p>{t('lotReviews.emptyLot')}</p> : null}
        </Note>
      ) : (
        <p>{gapsText(t, lot)}</p>
      )}
      <Choice
        name="decision"
        legend={t('lotReviews.decision')}
        value={decision}
        options={choices.map((level) => ({
          value: level,
          content: (
            <>
              <strong>{t(`lotReviews.decisions.${level}`)}</strong>
              <span className={css.meaning}>{t(`lotReviews.decisionTexts.${level}`)}</span>
            </>
          ),
        }))}
        onChange={(value) => isOneOf(lotTrustLevels, value) && setDecision(value)}
      />
      <ReasonField
        label={t('lotReviews.reason')}
        description={t('lotReviews.reasonText')}
        reason={reason}
        error={null}
        onChange={setReason}
      />
    </FormDialog>
  )
}
