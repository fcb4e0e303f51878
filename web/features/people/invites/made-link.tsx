'use client'
import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import type { MadeInvite } from '@openspot/contract/people/invites.ts'
import { formatPhone } from '@openspot/core/phones/phones.ts'
import { useTranslations } from 'use-intl'
import { useReaderCountry } from '@/lib/use-country.ts'
import { Buttons, Fields } from '@/ui/panel.tsx'

/** A newly created link. It is not stored, so it is shown only once. */
export function MadeLink({ made, url, onClose }: { made: MadeInvite; url: string; onClose: () => void }) {
  const t = useTranslations()
  const country = useReaderCountry()
  const phone = made.invite.phone === null ? '' : formatPhone(made.invite.phone, country)
  return (
    <Modal opened onClose={onClose} title={t('invites.made.title')}>
      <Fields>
        {made.text === 'SENT' ? <p>{t('invites.made.texted', { phone })}</p> : null}
        {made.text === 'LIMIT' || made.text === 'STOPPED' ? (
          <p>{t('invites.made.notTexted', { phone, reason: made.text })}</p>
        ) : null}
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
