'use client'
import { formatInstant } from '@openspot/core/time/format.ts'
import { useTranslations } from 'use-intl'
import { Note } from '@/ui/states.tsx'
import { useTimeFormat } from '@/ui/time.tsx'

/** Says that there is no connection, and as of when the pass below is. */
export function OfflineNote({ as_of, zone }: { as_of: string; zone: string }) {
  const t = useTranslations()
  const time = formatInstant(as_of, useTimeFormat(zone), false)
  return (
    <Note title={t('driver.offlineTitle', { time })}>
      <p>{t('driver.offlineText')}</p>
    </Note>
  )
}
