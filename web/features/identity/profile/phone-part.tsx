'use client'
import { Button, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Me } from '@openspot/contract/identity/users.ts'
import { formatPhone } from '@openspot/core/phones/phones.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReaderCountry } from '@/lib/use-country.ts'
import { useHasTexts } from '@/lib/use-has-texts.ts'
import css from './account.module.css'
import { ProveNumber } from './prove-number.tsx'

/** The number to sign in with: whether it is verified, and a way to verify or change it. */
export function PhonePart({ me, onChanged }: { me: Me; onChanged: (me: Me) => void }) {
  const t = useTranslations()
  const country = useReaderCountry()
  const hasTexts = useHasTexts()
  const [isOpen, setIsOpen] = useState(false)
  const isVerified = me.phone_verified_at !== null
  const phone = me.phone === null ? '' : formatPhone(me.phone, country)
  return (
    <div className={css.way}>
      <div className={css.head}>
        <h3>{t('phoneCode.phone')}</h3>
        {hasTexts ? (
          <Button variant="default" size="sm" onClick={() => setIsOpen(true)}>
            {isVerified ? t('phoneCode.change') : t('phoneCode.verify')}
          </Button>
        ) : null}
      </div>
      <p className={css.quiet}>
        {isVerified
          ? t('phoneCode.verified', { phone })
          : hasTexts
            ? t('phoneCode.unverified')
            : t('phoneCode.unavailable')}
      </p>
      {isOpen ? (
        <Modal opened onClose={() => setIsOpen(false)} title={t('phoneCode.verifyTitle')}>
          <ProveNumber
            from={isVerified ? '' : phone}
            text={t('phoneCode.verifyText')}
            path="/me/profile"
            onDone={(changed) => {
              setIsOpen(false)
              onChanged(changed)
              notifications.show({ message: t('phoneCode.done') })
            }}
          />
        </Modal>
      ) : null}
    </div>
  )
}
