'use client'
import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { getGuestLinksRoute, turnOffGuestLinksRoute } from '@openspot/contract/identity/guest-links.ts'
import { mayHavePhoneGate } from '@openspot/core/lots/facts.ts'
import { useTranslations } from 'use-intl'
import type { Client } from '@/lib/api.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'

/** The links in a guest's emails and texts, which show the pass to whoever has them, and how to turn them off. Nothing if none works. */
export function LinksPart({
  reservation,
  client = 'web',
}: {
  reservation: Pick<Reservation, 'id' | 'lot'>
  client?: Client
}) {
  const t = useTranslations()
  const params = { reservation_id: reservation.id }
  const gate = mayHavePhoneGate(reservation.lot.entry_methods) ? 'yes' : 'no'
  const answer = useApiQuery(getGuestLinksRoute, { params }, { client })
  const off = useApiMutation(turnOffGuestLinksRoute, { client, refresh: [getGuestLinksRoute] })
  if (off.isSuccess) return <Note tone="good" title={t('linkedPass.offDone')} />
  const { links, devices } = answer.data ?? { links: 0, devices: 0 }
  if (links + devices === 0) return null
  return (
    <Panel title={t('linkedPass.offTitle')}>
      <p>{t('linkedPass.offText', { devices, gate })}</p>
      {off.error ? <Note tone="bad" title={off.error.message} /> : null}
      <div>
        <Button variant="default" loading={off.isPending} onClick={() => off.mutate({ params })}>
          {t('linkedPass.off')}
        </Button>
      </div>
    </Panel>
  )
}
