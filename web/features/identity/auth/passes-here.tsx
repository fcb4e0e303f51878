'use client'
import { Button } from '@mantine/core'
import type { OpenPass } from '@openspot/contract/booking/linked-passes.ts'
import { confirmByLinkRoute } from '@openspot/contract/identity/guest-links.ts'
import Link from 'next/link'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import css from './auth.module.css'
import { passesByAddress } from './passes-by-address.ts'

/**
 * The passes that this device shows although nobody is signed in on it. A guest who confirmed their address elsewhere was signed out here and
 * has no password, so each address gets them on by one tap.
 */
export function PassesHere({ passes }: { passes: readonly OpenPass[] }) {
  const t = useTranslations()
  if (passes.length === 0) return null
  return (
    <Note title={t('linkedPass.hereTitle')}>
      <p>{t('linkedPass.hereText')}</p>
      {passesByAddress(passes).map((group) => (
        <Fragment key={group.email_hint}>
          {group.passes.map(({ id, lot_name, spot_label, starts_at, ends_at, time_zone }) => (
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
          {group.email_hint === null ? null : (
            <LinkTo email={group.email_hint} reservation_id={group.passes[0]?.id ?? ''} />
          )}
        </Fragment>
      ))}
    </Note>
  )
}

/** Sends a link to the address of a reservation, which confirms all that were made with it. */
function LinkTo({ email, reservation_id }: { email: string; reservation_id: string }) {
  const t = useTranslations()
  const send = useApiMutation(confirmByLinkRoute)
  if (send.isSuccess) return <p role="status">{t('linkedPass.sent', { email })}</p>
  return (
    <div className={css.passHere}>
      <p>{t('linkedPass.hereChange', { email })}</p>
      {send.error ? <p role="alert">{send.error.message}</p> : null}
      <Button
        variant="default"
        h={48}
        loading={send.isPending}
        onClick={() => send.mutate({ params: { reservation_id }, body: {} })}
      >
        {t('linkedPass.send')}
      </Button>
    </div>
  )
}
