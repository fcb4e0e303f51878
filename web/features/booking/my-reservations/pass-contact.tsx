'use client'
import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { formatPhone } from '@openspot/core/phones/phones.ts'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import css from './pass.module.css'

/** How to reach the lot; nothing if it gave neither a number nor an address. */
export function PassContact({ lot, heading: Heading }: { lot: Reservation['lot']; heading: 'h2' | 'h3' }) {
  const t = useTranslations()
  const { contact_phone: phone, contact_email: email, country } = lot
  if (phone === null && email === null) return null
  return (
    <section className={css.entrance}>
      <Heading>{t('driver.contact')}</Heading>
      <div className={css.contact}>
        {phone === null ? null : (
          <Button
            component="a"
            href={`tel:${phone}`}
            variant="default"
            h={48}
            leftSection={<IconPhone size={18} aria-hidden="true" />}
          >
            {t('driver.call', { phone: formatPhone(phone, country) })}
          </Button>
        )}
        {email === null ? null : (
          <Button
            component="a"
            href={`mailto:${email}`}
            variant="default"
            h={48}
            leftSection={<IconMail size={18} aria-hidden="true" />}
          >
            {t('driver.email')}
          </Button>
        )}
      </div>
    </section>
  )
}
