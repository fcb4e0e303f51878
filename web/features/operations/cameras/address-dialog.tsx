import { Button, CopyButton, Modal } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Buttons } from '@/ui/panel.tsx'
import css from './cameras.module.css'

/** The secret address of a camera, which is shown once. */
export function AddressDialog({
  name,
  address,
  onClose,
}: {
  name: string
  address: string
  onClose: () => void
}) {
  const t = useTranslations()
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} title={t('cameras.address', { name })}>
      <p>{t('cameras.addressOnce')}</p>
      <p>
        <code className={css.address}>{address}</code>
      </p>
      <Buttons>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button onClick={copy}>{copied ? t('cameras.copied') : t('cameras.copy')}</Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={onClose}>
          {t('cameras.done')}
        </Button>
      </Buttons>
    </Modal>
  )
}
