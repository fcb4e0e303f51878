'use client'
import { formatTime, formatTimeLeft } from '@openspot/core/time/format.ts'
import { useTranslations } from 'use-intl'
import { useTimeFormat } from '@/ui/time.tsx'

/** How old the data on the device is. */
export function DataAge({ at, zone }: { at: string; zone: string }) {
  const t = useTranslations()
  const format = useTimeFormat(zone)
  const { is_over, length } = formatTimeLeft(at, format)
  const time = formatTime(at, format)
  const isNow = !is_over || length === null
  return <span>{isNow ? t('patrol.ageNow', { time }) : t('patrol.age', { time, length })}</span>
}
