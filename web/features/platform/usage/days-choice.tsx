import { NativeSelect } from '@mantine/core'
import { figureDays } from '@openspot/core/analytics/funnel.ts'
import { useTranslations } from 'use-intl'

/** How many days the funnel covers. */
export function DaysChoice({ value, onChange }: { value: number; onChange: (days: number) => void }) {
  const t = useTranslations()
  return (
    <NativeSelect
      aria-label={t('usage.days')}
      value={String(value)}
      data={figureDays.map((days) => ({ value: String(days), label: t('usage.lastDays', { days }) }))}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  )
}
