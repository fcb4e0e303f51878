'use client'
import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { useTranslations } from 'use-intl'
import { Panel } from '@/ui/panel.tsx'
import css from './staff-reservation.module.css'

/** Email, text, and call the driver, as far as the lot may know how. */
export function ContactDriver({ reservation: { contact, status } }: { reservation: Reservation }) {
  const t = useTranslations()
  const ways = [
    ['email', contact?.email ? `mailto:${contact.email}` : null],
    ['text', contact?.phone ? `sms:${contact.phone}` : null],
    ['call', contact?.phone ? `tel:${contact.phone}` : null],
  ] as const
  return (
    <Panel title={t('staffReservations.stay.contact')}>
      <p className={css.quiet}>
        {contact?.email || contact?.phone ? (
          <span translate="no">{[contact.email, contact.phone].filter(Boolean).join(' · ')}</span>
        ) : (
          t(
            status === 'PENDING'
              ? 'staffReservations.awaiting.noContact'
              : 'staffReservations.stay.noContact',
          )
        )}
      </p>
      <div className={css.ways}>
        {ways.map(([way, href]) =>
          href === null ? null : (
            <Button key={way} component="a" href={href} variant="default">
              {t(`staffReservations.stay.contactWords.${way}`)}
            </Button>
          ),
        )}
      </div>
    </Panel>
  )
}
