import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'

/** Downloads a list. `reading` shows the progress if it must be loaded first. */
export function CsvButton({
  label,
  reading,
  onSave,
}: {
  label: string
  reading?: string | null
  onSave: () => void
}) {
  const t = useTranslations()
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={label}
      disabled={Boolean(reading)}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={onSave}
    >
      {reading ?? t('staffReservations.csv.button')}
    </Button>
  )
}
