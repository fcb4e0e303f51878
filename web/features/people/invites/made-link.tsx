'use client'
import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Buttons, Fields } from '@/ui/panel.tsx'

/** A newly created link. It is not stored, so it is shown only once. */
export function MadeLink({ url, onClose }: { url: string; onClose: () => void }) {
  const t = useTranslations()
  return (
    <Modal opened onClose={onClose} title={t('invites.made.title')}>
      <Fields>
        <p>{t('invites.made.text')}</p>
        <TextInput
          label={t('invites.made.link')}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Buttons>
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Button onClick={copy}>{copied ? t('invites.made.copied') : t('invites.made.copy')}</Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            {t('invites.made.done')}
          </Button>
        </Buttons>
      </Fields>
    </Modal>
  )
}
