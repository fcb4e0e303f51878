'use client'
import { Button } from '@mantine/core'
import { sendSignInLinkRoute } from '@openspot/contract/identity/auth.ts'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import {
  acceptInviteRoute,
  declineInviteRoute,
  type OfferedInvite,
} from '@openspot/contract/people/invites.ts'
import Link from 'next/link'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiMutation } from '@/lib/use-api.ts'
import { Facts } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Day } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './invites.module.css'

const say = words.invites.page

/** An invite opened by its link: what it offers, and the next step for the reader. */
export function InviteScreen({ token, invite }: { token: string; invite: OfferedInvite }) {
  const zone = useClock().reader_zone ?? 'UTC'
  const accept = useApiMutation(acceptInviteRoute, { refresh: [listMyMembershipsRoute] })
  const decline = useApiMutation(declineInviteRoute)
  const error = accept.error ?? decline.error
  if (accept.data) {
    return (
      <Note tone="good" title={say.welcome(invite.lot_name)}>
        {accept.data.spot_given === false ? <p>{say.noSpot}</p> : null}
        <ToLots />
      </Note>
    )
  }
  if (decline.isSuccess) return <Note tone="plain" title={say.declined} />
  if (invite.way_on === 'NONE') {
    return (
      <Note tone="mark" title={say.goneTitle}>
        <p>{say.goneText}</p>
      </Note>
    )
  }
  const { street, city } = invite
  return (
    <div className={css.invite}>
      {invite.invited_by ? <p>{say.by(invite.invited_by)}</p> : null}
      <Facts
        items={[
          [say.as, words.staff.roles[invite.role]],
          [say.group, invite.group_name],
          [say.spot, invite.spot_label],
          [say.where, [street, city].filter(Boolean).join(', ')],
          [say.until, <Day key="until" at={invite.expires_at} zone={zone} />],
        ]}
      />
      {error ? <Note tone="bad" title={error.message} /> : null}
      {invite.way_on === 'ACCEPT' ? (
        <div className={css.acts}>
          <Button h={48} loading={accept.isPending} onClick={() => accept.mutate({ body: { token } })}>
            {say.accept}
          </Button>
          {invite.kind === 'LINK' ? null : (
            <Button
              variant="default"
              loading={decline.isPending}
              onClick={() => decline.mutate({ body: { token } })}
            >
              {say.decline}
            </Button>
          )}
        </div>
      ) : (
        <WayOn token={token} invite={invite} />
      )}
    </div>
  )
}

const ToLots = () => (
  <p>
    <Link href="/me/lots">{say.toLots}</Link>
  </p>
)

/** Explains why the reader cannot accept the invite yet, and what to do. */
function WayOn({ token, invite }: { token: string; invite: OfferedInvite }) {
  const next = `?next=${encodeURIComponent(`/invite/${token}`)}`
  const to = invite.sent_to ?? ''
  if (invite.way_on === 'MEMBER') {
    return (
      <Note tone="good" title={say.memberTitle}>
        <ToLots />
      </Note>
    )
  }
  if (invite.way_on === 'VERIFY') return <Verify to={to} isPhone={invite.kind === 'PHONE'} />
  const isOther = invite.way_on === 'OTHER_ACCOUNT'
  return (
    <div className={css.acts}>
      {isOther ? (
        <Note tone="mark" title={say.otherTitle}>
          <p>{say.otherText(to)}</p>
        </Note>
      ) : (
        <p className={css.hint}>{to ? say.signInText(to) : say.signInLink}</p>
      )}
      <Button component={Link} h={48} href={`/sign-in${next}`}>
        {isOther ? say.other : say.signIn}
      </Button>
      <Button component={Link} variant="default" href={`/sign-up${next}`}>
        {say.signUp}
      </Button>
    </div>
  )
}

/** The invite is for the reader's own address, which is unverified: a link to it verifies it. */
function Verify({ to, isPhone }: { to: string; isPhone: boolean }) {
  const send = useApiMutation(sendSignInLinkRoute)
  if (send.isSuccess) return <Note tone="good" title={say.verifySent} />
  return (
    <Note tone="mark" title={say.verifyTitle}>
      <p>{isPhone ? say.verifyPhone : say.verifyText(to)}</p>
      {send.error ? <p>{send.error.message}</p> : null}
      {isPhone ? null : (
        <Button loading={send.isPending} onClick={() => send.mutate({ body: { email: to } })}>
          {say.verify}
        </Button>
      )}
    </Note>
  )
}
