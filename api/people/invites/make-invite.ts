import type { MadeInvite } from '@openspot/contract/people/invites.ts'
import type { InviteKind, LotRole } from '@openspot/core/enums.ts'
import type { Tx } from '@openspot/db/database.ts'
import { findSameLocale } from '@openspot/messages/locales.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { refuse } from '../../errors.ts'
import { hasTexts } from '../../messaging.ts'
import { nextEmailId, writeEmail } from '../../platform/emails/emails.sql.ts'
import { inviteEmail } from '../../platform/emails/invite-email.ts'
import { reportToken } from '../../platform/emails/report-token.ts'
import { writeText } from '../../platform/texts/texts.sql.ts'
import { hashToken } from '../../plugins/session.ts'
import { secretWord } from '../../ports.ts'
import { emailedUrl } from './addresses.ts'
import type { InviteAuthor } from './invite-author.ts'
import {
  findInvite,
  findLanguageOfAddress,
  type InviteRow,
  insertInvite,
  retireInvitesTo,
  toInvite,
  updateInvite,
} from './invites.sql.ts'

/** The default lifetime of an invite in days. */
export const goodForDays = 14
const dayMs = 86_400_000

export interface InviteOrder {
  lot_id: string
  email: string | null
  phone: string | null
  first_name: string | null
  last_name: string | null
  role: LotRole
  group_id: string | null
  spot_id: string | null
  max_uses: number
}

export type Inviter = Pick<FastifyInstance, 'messaging' | 'ports' | 'settings' | 'secrets'>

/** Creates and sends an invite in the caller's transaction. Its token appears only in the email, the text, or the response. */
export async function makeInvite(
  app: Inviter,
  tx: Tx,
  by: InviteAuthor,
  order: InviteOrder,
  days = goodForDays,
): Promise<MadeInvite> {
  const now = app.ports.now()
  const created_at = now.toISOString()
  const kind: InviteKind = order.email !== null ? 'EMAIL' : order.phone !== null ? 'PHONE' : 'LINK'
  const id = app.ports.id()
  // 40 characters hold about 238 bits.
  const token = secretWord(app.ports, 40)
  await retireInvitesTo(tx, order.lot_id, order, now)
  await insertInvite(tx, {
    ...order,
    id,
    kind,
    token_hash: hashToken(token),
    created_by_user_id: by.user_id,
    created_at,
    sent_at: created_at,
    expires_at: new Date(now.getTime() + days * dayMs).toISOString(),
  })
  await by.writeAudit(tx, { action: 'invite.create', ...subjectOf(id), details: { kind, ...order } })
  return send(app, tx, id, token)
}

/** Sends an invite again with a new token and lifetime. The old link stops working. */
export async function remakeInvite(
  app: Inviter,
  tx: Tx,
  by: InviteAuthor,
  row: InviteRow,
): Promise<MadeInvite> {
  const now = app.ports.now()
  const token = secretWord(app.ports, 40)
  await updateInvite(tx, row, {
    token_hash: hashToken(token),
    sent_at: now.toISOString(),
    sent_count: row.sent_count + 1,
    expires_at: new Date(now.getTime() + goodForDays * dayMs).toISOString(),
    // The sender of the new link is responsible for it.
    created_by_user_id: by.user_id,
  })
  await by.writeAudit(tx, { action: 'invite.resend', ...subjectOf(row.id) })
  return send(app, tx, row.id, token)
}

async function send(app: Inviter, tx: Tx, id: string, token: string): Promise<MadeInvite> {
  const now = app.ports.now()
  const row = (await findInvite(tx, id, now)) ?? refuse('not_found')
  const url = `${app.settings.public_url}/invite/${token}`
  const emailed = row.email === null ? url : emailedUrl(url, { ...row, email: row.email })
  if (row.email === null) {
    const text = row.phone === null ? null : await sendText(app, tx, { ...row, phone: row.phone }, url)
    return { invite: toInvite(row), url, email: null, text }
  }
  const email_id = await nextEmailId(tx)
  const content = inviteEmail(await translatorOfInvited(tx, row.email, row.country), {
    url: emailed,
    report_url: `${app.settings.public_url}/report-email/${reportToken(app.secrets, email_id)}`,
    is_new_lot: row.is_new_lot,
    expires_at: row.expires_at,
    time_zone: row.time_zone,
    lot_name: row.lot_name,
    spot_label: row.spot_label,
    group_name: row.group_name,
    role: row.role,
    invited_by: row.invited_by,
    address: [row.street, row.city].filter(Boolean).join(', '),
  })
  const { lot_id } = row
  const ending = await writeEmail(
    tx,
    {
      ...content,
      id: email_id,
      to_address: row.email,
      lot_id,
      kind: 'invite',
      link_expires_at: row.expires_at,
    },
    now,
  )
  const email = ending === 'queued' ? 'SENT' : ending === 'LOT_LIMIT' ? 'LOT_LIMIT' : 'ADDRESSEE_LIMIT'
  return { invite: toInvite(row), url: null, email, text: null }
}

/** Texts an invite to a person of whom only the number is known. Returns null if no texts can be sent here. */
async function sendText(
  app: Inviter,
  tx: Tx,
  row: InviteRow & { phone: string },
  url: string,
): Promise<MadeInvite['text']> {
  if (!hasTexts(app)) return null
  const now = app.ports.now()
  const { phone, lot_id } = row
  const ends_at = new Date(row.expires_at)
  const ending = await writeText(
    tx,
    {
      to_phone: phone,
      body: inviteText(translatorFor(`en-${row.country}`), { ...row, url }),
      kind: 'invite',
      user_id: null,
      lot_id,
      notification_id: null,
      due_at: now,
      expires_at: ends_at,
      link_expires_at: ends_at,
    },
    now,
  )
  if (ending === 'queued') return 'SENT'
  return ending === 'STOPPED' ? 'STOPPED' : 'LIMIT'
}

/** Returns the text of an invite. A lot that the platform has not reviewed must not write texts of its own to outsiders. */
export function inviteText(
  t: Translate,
  of: { url: string } & Pick<InviteRow, 'is_new_lot' | 'lot_name' | 'invited_by'>,
): string {
  const { url, invited_by } = of
  if (of.is_new_lot) return t('texts.inviteNewLot', { url })
  const has_inviter = String(invited_by !== null)
  return t('texts.invite', { lot: of.lot_name, url, has_inviter, invited_by: invited_by ?? '' })
}

/** Returns the translator of the invited person's account, or that of the lot's country for a person without one. */
async function translatorOfInvited(tx: Tx, email: string, country: string): Promise<Translate> {
  const language = await findLanguageOfAddress(tx, email)
  return translatorFor(findSameLocale(language) ?? `en-${country}`)
}

/** Maps the unique violation of concurrent invites to the same person to `already_invited`. */
export async function refuseInvited<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = error instanceof pg.DatabaseError ? error.constraint : undefined
    if (constraint === 'invites_email') refuse('already_invited', { field: 'email' })
    if (constraint === 'invites_phone') refuse('already_invited', { field: 'phone' })
    throw error
  }
}

export const subjectOf = (id: string) => ({ subject_kind: 'invite', subject_id: id })
