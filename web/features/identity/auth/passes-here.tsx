'use client'
import { Button } from '@mantine/core'
import type { OpenPass } from '@openspot/contract/booking/linked-passes.ts'
import { confirmByLinkRoute } from '@openspot/contract/identity/guest-links.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import css from './auth.module.css'

/**
 * The passes that this device shows although nobody is signed in on it. A guest who confirmed their address elsewhere was signed out here and
 * has no password, so this says why, and gets them on by one tap.
 */
export function PassesHere({ passes }: { passes: readonly OpenPass[] }) {
  const t = useTranslations()
  const send = useApiMutation(confirmByLinkRoute)
  const [byEmail] = passes.filter(({ confirm }) => confirm.by === 'EMAIL')
  const email = byEmail?.confirm.email_hint ?? ''
  if (passes.length === 0) return null
  return (
    <Note title={t('linkedPass.hereTitle')}>
      <p>{t('linkedPass.hereText')}</p>
      {passes.map(({ id, lot_name, spot_label, starts_at, ends_at, time_zone }) => (
        <div key={id} className={css.passHere}>
          <p>
            <strong>
              <bdi>{lot_name}</bdi>
            </strong>
            <br />
            <ReservationTime starts_at={starts_at} ends_at={ends_at} zone={time_zone} />
          </p>
          <Button component={Link} h={48} href={`/guest/${id}`}>
            {t('linkedPass.continuedGo', { label: spot_label })}
          </Button>
        </div>
      ))}
      {byEmail === undefined ? null : send.isSuccess ? (
        <p role="status">{t('linkedPass.sent', { email })}</p>
      ) : (
        <div className={css.passHere}>
          <p>{t('linkedPass.hereWhy', { email })}</p>
          {send.error ? <p role="alert">{send.error.message}</p> : null}
          <Button
            variant="default"
            h={48}
            loading={send.isPending}
            onClick={() => send.mutate({ params: { reservation_id: byEmail.id }, body: {} })}
          >
            {t('linkedPass.send')}
          </Button>
        </div>
      )}
    </Note>
  )
}
