import { notifications } from '@mantine/notifications'
import { type ErrorGroupDetail, muteErrorRoute } from '@openspot/contract/platform/error-monitoring.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiMutation } from '@/lib/use-api.ts'
import { Choice } from '@/ui/choice.tsx'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { MomentField } from '@/ui/when-fields.tsx'
import { decisionOptions } from './decision.ts'

const DAY_MINUTES = 24 * 60

/** Mutes an error until a time, or until someone reopens it. */
export function MuteDialog({ group, onClose }: { group: ErrorGroupDetail; onClose: () => void }) {
  const t = useTranslations()
  const { now, reader_zone = 'UTC' } = useClock()
  const [hasEnd, setHasEnd] = useState(true)
  const [until, setUntil] = useState(() => isoOf(Math.ceil(minutesOf(now) / 30) * 30 + DAY_MINUTES))
  const mute = useApiMutation(muteErrorRoute, decisionOptions)
  return (
    <FormDialog
      title={t('errorMonitoring.act.muteTitle')}
      error={mute.error}
      submit={t('errorMonitoring.act.muteGo')}
      isBusy={mute.isPending}
      isReady
      onSubmit={() =>
        mute.mutate(
          { params: { error_group_id: group.id }, body: { until: hasEnd ? until : null } },
          {
            onSuccess: () => {
              notifications.show({ message: t('errorMonitoring.act.muted') })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>{t('errorMonitoring.act.muteText')}</p>
      <Choice
        name="until"
        legend={t('errorMonitoring.act.muteText')}
        value={hasEnd ? 'time' : 'open'}
        options={[
          { value: 'time', content: t('errorMonitoring.act.muteTime') },
          { value: 'open', content: t('errorMonitoring.act.muteOpen') },
        ]}
        onChange={(value) => setHasEnd(value === 'time')}
      />
      {hasEnd ? (
        <MomentField
          legend={t('errorMonitoring.act.until')}
          at={until}
          zone={reader_zone}
          earliest={now}
          onChange={(minutes) => setUntil(isoOf(minutes))}
        />
      ) : null}
    </FormDialog>
  )
}
