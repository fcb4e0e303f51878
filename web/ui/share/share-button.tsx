'use client'
import { Button, type ButtonProps } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ShareDialog, type Shared } from './share-dialog.tsx'

/** Opens the QR code and the links of a page of a lot. Only its admins can create them. */
export function ShareButton({
  shared,
  text,
  size = 'sm',
  isNamed = false,
}: {
  shared: Shared
  /** Replaces the text of the dialog. */
  text?: string
  size?: ButtonProps['size']
  /** Whether there are several on the screen, so that each has the name of its page. */
  isNamed?: boolean
}) {
  const t = useTranslations()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconQrcode size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
        {...(isNamed ? { 'aria-label': t('share.titleOf', { title: shared.title }) } : {})}
      >
        {t('share.button')}
      </Button>
      {isOpen ? <ShareDialog shared={shared} text={text} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
