import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { words } from '@/words/index.ts'

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
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={label}
      disabled={Boolean(reading)}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={onSave}
    >
      {reading ?? words.staffReservations.csv.button}
    </Button>
  )
}
