import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

/** Downloads a list, which its label names. `reading` shows the progress if it must be loaded first. */
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
      disabled={Boolean(reading)}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={onSave}
    >
      {reading ?? label}
    </Button>
  )
}
