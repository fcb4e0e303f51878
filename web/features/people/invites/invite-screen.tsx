'use client'
import { Button } from '@mantine/core'
import { sendSignInLinkRoute } from '@openspot/contract/identity/auth.ts'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { listMyCarsRoute } from '@openspot/contract/people/cars.ts'
import {
  acceptInviteRoute,
  declineInviteRoute,
  type OfferedInvite,
} from '@openspot/contract/people/invites.ts'
import Link from 'next/link'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { offerDraft } from '@/lib/use-draft.ts'
import { Facts } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Day } from '@/ui/time.tsx'
import css from './invites.module.css'

export interface InviteProps {
  token: string
  invite: OfferedInvite
  /** How the reader proves the number of an invite by phone: by signing in with it, or as the account that is signed in. */
  byPhone: { signIn: ReactNode; verify: ReactNode }
}

/** An invite opened by its link: what it offers, and the next step for the reader. */
export function InviteScreen({ token, invite, byPhone }: InviteProps) {
  const t = useTranslations()
  const zone = useClock().reader_zone ?? 'UTC'
  const accept = useApiMutation(acceptInviteRoute, { refresh: [listMyMembershipsRoute] })
  const decline = useApiMutation(declineInviteRoute)
  // Staff and cameras recognize members by their plates, so a member without a vehicle is asked for one.
  const cars = useApiQuery(listMyCarsRoute, {}, { enabled: accept.isSuccess })
  const error = accept.error ?? decline.error
  if (accept.data) {
    return (
      <Note tone="good" title={t('invites.page.welcome', { lot: invite.lot_name })}>
        {accept.data.spot_given === false ? <p>{t('invites.page.noSpot')}</p> : null}
        <div className={css.acts}>
          {invite.role === 'MEMBER' && invite.spot_label !== null && accept.data.spot_given !== false ? (
            <Button component={Link} href="/me/spots">
              {t('mySpots.manage', { label: invite.spot_label })}
            </Button>
          ) : invite.role === 'MEMBER' ? (
            <Button component={Link} href={`/l/${invite.lot_public_id}`}>
              {t('myLots.page')}
            </Button>
          ) : invite.role === 'PATROLLER' ? (
            // A page of its own, which the device keeps for the time without a connection.
            <Button component="a" href={`/patrol/${accept.data.membership.lot_id}`}>
              {t('invites.page.patrol')}
            </Button>
          ) : (
            <Button component={Link} href={`/lots/${accept.data.membership.lot_id}`}>
              {t('myLots.console')}
            </Button>
          )}
          {invite.role === 'MEMBER' && cars.data?.items.length === 0 ? (
            <Button component={Link} variant="default" href="/me/cars">
              {t('cars.add')}
            </Button>
          ) : null}
          <ToLots />
        </div>
      </Note>
    )
  }
  if (decline.isSuccess) return <Note tone="plain" title={t('invites.page.declined')} />
  if (invite.way_on === 'NONE') {
    return (
      <Note tone="mark" title={t('invites.page.goneTitle')}>
        <p>{t('invites.page.goneText')}</p>
      </Note>
    )
  }
  const { street, city } = invite
  return (
    <div className={css.invite}>
      {invite.invited_by ? <p>{t('invites.page.by', { name: invite.invited_by })}</p> : null}
      <Facts
        items={[
          [t('invites.page.as'), t(`staff.roles.${invite.role}`)],
          [t('invites.page.group'), invite.group_name],
          [t('invites.page.spot'), invite.spot_label],
          [t('invites.page.where'), <bdi key="where">{[street, city].filter(Boolean).join(', ')}</bdi>],
          [t('invites.page.until'), <Day key="until" at={invite.expires_at} zone={zone} />],
        ]}
      />
      {error ? <Note tone="bad" title={error.message} /> : null}
      {invite.way_on === 'ACCEPT' ? (
        <div className={css.acts}>
          <Button h={48} loading={accept.isPending} onClick={() => accept.mutate({ body: { token } })}>
            {t('invites.page.accept')}
          </Button>
          {invite.kind === 'LINK' ? null : (
            <Button
              variant="default"
              h={48}
              loading={decline.isPending}
              onClick={() => decline.mutate({ body: { token } })}
            >
              {t('invites.page.decline')}
            </Button>
          )}
        </div>
      ) : (
        <WayOn token={token} invite={invite} byPhone={byPhone} />
      )}
    </div>
  )
}

const ToLots = () => {
  const t = useTranslations()
  return (
    <p>
      <Link href="/me/lots">{t('invites.page.toLots')}</Link>
    </p>
  )
}

/** Explains why the reader cannot accept the invite yet, and what to do. */
function WayOn({ token, invite, byPhone }: InviteProps) {
  const t = useTranslations()
  useEffect(() => {
    // The email has the address and the name behind the #, which browsers send to nobody. Only the invited person is known to have it.
    const known = new URLSearchParams(window.location.hash.slice(1))
    const email = known.get('to')
    if (!email) return
    offerDraft('sign-in', { email })
    offerDraft('sign-up', {
      email,
      first_name: known.get('first_name') ?? '',
      last_name: known.get('last_name') ?? '',
    })
  }, [])
  const next = `?next=${encodeURIComponent(`/invite/${token}`)}`
  const to = invite.sent_to ?? ''
  if (invite.way_on === 'MEMBER') {
    return (
      <Note tone="good" title={t('invites.page.memberTitle')}>
        <ToLots />
      </Note>
    )
  }
  const isPhone = invite.kind === 'PHONE'
  if (invite.way_on === 'VERIFY')
    return isPhone ? byPhone.verify : <Verify to={to} path={`/invite/${token}`} />
  if (isPhone && invite.way_on === 'SIGN_IN')
    return (
      <div className={css.acts}>
        {byPhone.signIn}
        <p className={css.hint}>
          <Link href={`/sign-in${next}`}>{t('invites.page.haveAccount')}</Link>
        </p>
      </div>
    )
  const isOther = invite.way_on === 'OTHER_ACCOUNT'
  return (
    <div className={css.acts}>
      {isOther ? (
        <Note tone="mark" title={t('invites.page.otherTitle')}>
          <p>{t('invites.page.otherText', { to })}</p>
        </Note>
      ) : (
        <p className={css.hint}>{to ? t('invites.page.signInText', { to }) : t('invites.page.signInLink')}</p>
      )}
      <Button component={Link} h={48} href={`/sign-in${next}`}>
        {isOther ? t('invites.page.other') : t('invites.page.signIn')}
      </Button>
      <Button component={Link} variant="default" h={48} href={`/sign-up${next}`}>
        {t('invites.page.signUp')}
      </Button>
    </div>
  )
}

/** The invite is for the reader's own email address, which is unverified: a link to it verifies it. */
function Verify({ to, path }: { to: string; path: string }) {
  const t = useTranslations()
  const send = useApiMutation(sendSignInLinkRoute)
  if (send.isSuccess) return <Note tone="good" title={t('invites.page.verifySent')} />
  return (
    <Note tone="mark" title={t('invites.page.verifyTitle')}>
      <p>{t('invites.page.verifyText', { to })}</p>
      {send.error ? <p>{send.error.message}</p> : null}
      <Button loading={send.isPending} onClick={() => send.mutate({ body: { email: to, next: path } })}>
        {t('invites.page.verify')}
      </Button>
    </Note>
  )
}
