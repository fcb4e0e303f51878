import { formatMinutes } from '@openspot/core/time/format.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { zoneName } from './time-zone-choice.tsx'
import type { ZoneMove } from './zone-move.ts'

/** Says what a new time zone moves, before it is saved. */
export function ConfirmTimeZone({
  move,
  isBusy,
  onYes,
  onClose,
}: {
  move: ZoneMove
  isBusy: boolean
  onYes: () => void
  onClose: () => void
}) {
  const t = useTranslations()
  const { time_zone, reservations, min_minutes, max_minutes } = move
  const shift = (minutes: number) => {
    const time = formatMinutes(Math.abs(minutes), localeOf(t))
    return minutes < 0 ? t('lotSettings.zone.earlier', { time }) : t('lotSettings.zone.later', { time })
  }
  const text = t('lotSettings.zone.text', {
    count: reservations,
    zone: zoneName(time_zone),
    shift:
      min_minutes === max_minutes
        ? shift(min_minutes)
        : t('lotSettings.zone.between', { from: shift(min_minutes), to: shift(max_minutes) }),
  })
  return (
    <ConfirmDialog
      title={t('lotSettings.zone.title', { zone: zoneName(time_zone) })}
      text={text}
      opened
      isBusy={isBusy}
      error={null}
      yes={t('lotSettings.zone.yes')}
      no={t('common.cancel')}
      isHarmless
      onYes={onYes}
      onClose={onClose}
    />
  )
}
