'use client'
import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getSignSheetRoute, signLayouts } from '@openspot/contract/lots/signs.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveFile } from '@/lib/save-file.ts'
import { useApiMutation } from '@/lib/use-api.ts'

/** Downloads signs as printable sheets in the selected layout; all of the lot's if no IDs are given. */
export function PrintSigns({
  lot,
  sign_ids,
  label,
  isSmall,
}: {
  lot: ConsoleLot
  sign_ids?: readonly string[]
  label: string
  isSmall?: boolean
}) {
  const t = useTranslations()
  const sheet = useApiMutation(getSignSheetRoute, { client: 'admin' })
  const print = (layout: (typeof signLayouts)[number]) =>
    sheet.mutate(
      {
        params: { lot_id: lot.id },
        query: { layout, ...(sign_ids ? { sign_ids: sign_ids.join(',') } : {}) },
      },
      { onSuccess: saveFile, onError: ({ message }) => notifications.show({ color: 'red', message }) },
    )
  const icon = <IconPrinter size={16} aria-hidden="true" />
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        {isSmall ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={label}
            title={label}
            loading={sheet.isPending}
          >
            {icon}
          </Button>
        ) : (
          <Button variant="default" size="sm" leftSection={icon} loading={sheet.isPending}>
            {label}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {signLayouts.map((layout) => (
          <Menu.Item key={layout} onClick={() => print(layout)}>
            {t(`signs.layouts.${layout}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
