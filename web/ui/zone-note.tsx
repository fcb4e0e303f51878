'use client'
import { nameOtherZone } from '@openspot/core/time/format.ts'
import { useTranslations } from 'use-intl'
import { useTimeFormat } from '@/ui/time.tsx'
import css from './zone-note.module.css'

/** Names the zone of the times around it where the reader's clock shows others at one of these moments. */
export function ZoneNote({ at, zone }: { at: string | readonly string[]; zone: string }) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(zone)
  const names = [at].flat().map((moment) => nameOtherZone(moment, timeFormat))
  const name = names.find((one) => one !== null)
  return name === undefined ? null : <p className={css.zone}>{t('when.zoneNote', { zone: name })}</p>
}
