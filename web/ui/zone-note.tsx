'use client'
import { nameOtherZone } from '@openspot/core/time/format.ts'
import { useTranslations } from 'use-intl'
import { useTimeFormat } from '@/ui/time.tsx'
import css from './zone-note.module.css'

/** Names the zone of the times around it where the reader's clock shows others at that moment. */
export function ZoneNote({ at, zone }: { at: string; zone: string }) {
  const t = useTranslations()
  const name = nameOtherZone(at, useTimeFormat(zone))
  return name === null ? null : <p className={css.zone}>{t('when.zoneNote', { zone: name })}</p>
}
