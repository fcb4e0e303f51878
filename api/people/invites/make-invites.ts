import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { writeOwnAudits } from '../../audit.sql.ts'
import { hasTexts } from '../../messaging.ts'
import { inviteEmail } from '../../platform/emails/invite-email.ts'
import { nextEmailIds, writeInviteEmails } from '../../platform/emails/invite-emails.sql.ts'
import { reportToken } from '../../platform/emails/report-token.ts'
import { writeInviteTexts } from '../../platform/texts/texts.sql.ts'
import { hashToken } from '../../plugins/session.ts'
import { secretWord } from '../../ports.ts'
import { emailedUrl } from './addresses.ts'
import { queueInvites } from './invite-jobs.sql.ts'
import { goodForDays, type InviteOrder, type Inviter, inviteText, subjectOf } from './make-invite.ts'
import { getFactsOfInvites, insertInvites } from './many-invites.sql.ts'

/** An invite by email or text to a person without an account, with the names of what it is into. */
export interface NamedInviteOrder extends InviteOrder {
  group_name: string | null
  spot_label: string | null
}

/** Emails that are written between two turns of the event loop: a few milliseconds. */
const emailsPerTurn = 10

/**
 * Creates and sends invites of one lot to different people without accounts, as `makeInvite` does for one person, in a few
 * statements for all of them.
 */
export async function makeInvites(
  app: Inviter,
  tx: Tx,
  of: { lot_id: string; user_id: string },
  orders: readonly NamedInviteOrder[],
): Promise<void> {
  if (orders.length === 0) return
  const { lot_id } = of
  const now = app.ports.now()
  const created_at = now.toISOString()
  const expires_at = new Date(now.getTime() + goodForDays * 86_400_000).toISOString()
  const made = orders.map(({ group_name, spot_label, ...order }) => ({
    order,
    into: { group_name, spot_label },
    kind: order.email === null ? ('PHONE' as const) : ('EMAIL' as const),
    id: app.ports.id(),
    token: secretWord(app.ports, 40),
  }))
  const invites = made.map(({ order, kind, id, token }) => ({
    ...order,
    id,
    kind,
    token_hash: hashToken(token),
    created_by_user_id: of.user_id,
    created_at,
    sent_at: created_at,
    expires_at,
  }))
  await insertInvites(tx, lot_id, invites, now)
  const entries = made.map(({ order, kind, id }) => ({
    lot_id,
    action: 'invite.create' as const,
    ...subjectOf(id),
    details: { kind, ...order },
  }))
  await writeOwnAudits(tx, now, entries)
  const facts = await getFactsOfInvites(tx, of)
  const email_ids = await writeEmails(app, tx, lot_id, { made, facts, expires_at })
  const text_ids = hasTexts(app) ? await writeTexts(app, tx, lot_id, { made, facts, expires_at }) : []
  await queueInvites(tx, { email_ids, text_ids })
}

function writeTexts(
  app: Inviter,
  tx: Tx,
  lot_id: string,
  { made, facts, expires_at }: Sent,
): Promise<string[]> {
  const { country, is_new_lot, lot_name, invited_by } = facts
  const t = translatorFor(`en-${country}`)
  const texts = made.flatMap(({ order: { email, phone }, token }) => {
    if (email !== null || phone === null) return []
    const body = inviteText(t, { url: urlOf(app, token), is_new_lot, lot_name, invited_by })
    return [{ to_phone: phone, body, expires_at }]
  })
  return writeInviteTexts(tx, lot_id, texts, app.ports.now())
}

const urlOf = ({ settings }: Inviter, token: string) => `${settings.public_url}/invite/${token}`

interface Sent {
  made: readonly {
    order: InviteOrder
    into: Pick<NamedInviteOrder, 'group_name' | 'spot_label'>
    token: string
  }[]
  facts: Awaited<ReturnType<typeof getFactsOfInvites>>
  expires_at: string
}

async function writeEmails(
  app: Inviter,
  tx: Tx,
  lot_id: string,
  { made, facts: { street, city, country, ...facts }, expires_at }: Sent,
): Promise<string[]> {
  const t = translatorFor(`en-${country}`)
  const address = [street, city].filter(Boolean).join(', ')
  const ids = await nextEmailIds(tx, made.length)
  const emails = []
  for (const [at, { order, into, token }] of made.entries()) {
    const { role, email, first_name, last_name } = order
    if (email === null) continue
    if (at % emailsPerTurn === emailsPerTurn - 1) await nextTurn()
    const id = ids[at] ?? ''
    const content = inviteEmail(t, {
      ...facts,
      ...into,
      url: emailedUrl(urlOf(app, token), { email, first_name, last_name }),
      report_url: `${app.settings.public_url}/report-email/${reportToken(app.secrets, id)}`,
      expires_at,
      address,
      role,
    })
    emails.push({ ...content, id, to_address: email, link_expires_at: expires_at })
  }
  return writeInviteEmails(tx, lot_id, emails, app.ports.now())
}
