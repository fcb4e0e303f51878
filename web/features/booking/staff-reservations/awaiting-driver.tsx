'use client'
import { Button, CopyButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { sendToDriverRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { IconCopy, IconMail, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { staffReservationErrors } from '@/lib/use-staff-act.ts'
import { Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { AddEmailDialog } from './add-email-dialog.tsx'
import css from './staff-reservation.module.css'

/** How staff reach a driver who has not accepted their reservation: send it again, hand over its link, or use another address. */
export function AwaitingDriver({ reservation, lot }: { reservation: Reservation; lot: ConsoleLot }) {
  const t = useTranslations()
  const [isAdding, setAdding] = useState(false)
  const send = useApiMutation(sendToDriverRoute, { client: 'admin', refresh: staffReservationErrors })
  const again = () =>
    send.mutate(
      { params: { reservation_id: reservation.id } },
      { onSuccess: () => notifications.show({ message: t('staffReservations.awaiting.sent') }) },
    )
  return (
    <Panel title={t('staffReservations.awaiting.title')}>
      <p className={css.quiet}>{t('staffReservations.awaiting.text')}</p>
      {send.error ? <Note tone="bad" title={send.error.message} /> : null}
      <div className={css.actions}>
        <Button
          leftSection={<IconSend size={16} aria-hidden="true" />}
          loading={send.isPending}
          onClick={again}
        >
          {t('staffReservations.awaiting.again')}
        </Button>
        <CopyButton value={typeof location === 'undefined' ? '' : linkTo(reservation.id)}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={<IconCopy size={16} aria-hidden="true" />}
              aria-describedby="copied-link"
              onClick={copy}
            >
              {t(copied ? 'staffReservations.awaiting.copied' : 'staffReservations.awaiting.copy')}
            </Button>
          )}
        </CopyButton>
        {reservation.contact?.email ? null : (
          <Button
            variant="default"
            leftSection={<IconMail size={16} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {t('staffReservations.awaiting.addEmail')}
          </Button>
        )}
      </div>
      <p className={css.quiet} id="copied-link">
        {t('staffReservations.awaiting.copyText')}
      </p>
      {isAdding ? (
        <AddEmailDialog reservation={reservation} lot={lot} onClose={() => setAdding(false)} />
      ) : null}
    </Panel>
  )
}

/** The page of the reservation. It carries no secret: who opens it signs in as its driver. */
const linkTo = (reservation_id: string) => `${location.origin}/me/reservations/${reservation_id}`
