import type { Input } from '@openspot/contract/call.ts'
import type {
  createInviteRoute,
  createInvitesRoute,
  InviteRow,
  MadeInvite,
} from '@openspot/contract/people/invites.ts'
import { reachOf } from '@openspot/core/memberships/moves.ts'
import { roleRank } from '@openspot/core/memberships/states.ts'
import { phoneFault, readPhone } from '@openspot/core/phones/phones.ts'
import type { Separator } from '@openspot/core/text/separators.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { translatorOf } from '../../plugins/locale.ts'
import { getStanding, isGroup } from '../memberships/memberships.sql.ts'
import { authorOf } from './invite-author.ts'
import { getInvitingLot, listKnownAddresses } from './inviting.sql.ts'
import { type InviteOrder, makeInvite, refuseInvited } from './make-invite.ts'
import { type ReadRow, readInvites } from './read-csv.ts'

type One = Input<typeof createInviteRoute>['body']

/** Invites one person, or creates a link for several. */
export function inviteOne(app: FastifyInstance, request: FastifyRequest, body: One): Promise<MadeInvite> {
  const { lot_id } = body
  return refuseInvited(() =>
    app.db.transaction().execute(async (tx) => {
      const order = await readOrder(app, tx, request, body)
      await refuseKnown(tx, lot_id, order, app.ports.now())
      return makeInvite(app, tx, authorOf(request), order, body.expires_in_days)
    }),
  )
}

async function readOrder(
  app: FastifyInstance,
  tx: Tx,
  request: FastifyRequest,
  body: One,
): Promise<InviteOrder> {
  const {
    lot_id,
    first_name = null,
    last_name = null,
    role = 'MEMBER',
    group_id = null,
    spot_id = null,
  } = body
  const wrong = (field: string, message: Message): never => refuse('request_invalid', { field, message })
  const by = await getStanding(tx, lot_id, callerOf(request).user_id)
  if (roleRank(role) > reachOf(by)) refuse('role_above_own', { field: 'role' })
  const email = body.email?.toLowerCase() ?? null
  const isLink = email === null && body.phone === undefined
  if (email !== null && body.phone !== undefined) wrong('phone', (t) => t('apiErrors.invites.notBoth'))
  const max_uses = body.max_uses ?? 1
  if (!isLink && max_uses > 1) wrong('max_uses', (t) => t('apiErrors.invites.once'))
  if (isLink && role !== 'MEMBER') wrong('role', (t) => t('apiErrors.invites.linkForMembers'))
  if (isLink && spot_id !== null) wrong('spot_id', (t) => t('apiErrors.invites.spotOfLink'))
  if (group_id !== null && !(await isGroup(tx, lot_id, group_id))) {
    wrong('group_id', (t) => t('apiErrors.lot.groupUnknown'))
  }
  const lot = await getInvitingLot(tx, lot_id)
  const spot = lot.spots.find(({ id }) => id === spot_id)
  if (spot_id !== null && !spot) wrong('spot_id', (t) => t('apiErrors.lot.spotUnknown'))
  if (spot && spot.assigned_user_id !== null) wrong('spot_id', (t) => t('apiErrors.invites.spotAssigned'))
  const phone = body.phone === undefined ? null : readPhone(body.phone, lot.country)
  const fault = body.phone === undefined ? null : phoneFault(body.phone, lot.country)
  if (fault !== null) wrong('phone', (t) => t(`apiErrors.phones.${fault}`))
  return { lot_id, email, phone, first_name, last_name, role, group_id, spot_id, max_uses }
}

async function refuseKnown(tx: Tx, lot_id: string, order: InviteOrder, now: Date): Promise<void> {
  const { email, phone } = order
  const of = { emails: email === null ? [] : [email], phones: phone === null ? [] : [phone] }
  const field = email === null ? 'phone' : 'email'
  for (const is of (await listKnownAddresses(tx, lot_id, of, now)).values()) {
    refuse(is === 'MEMBER' ? 'already_member' : 'already_invited', { field })
  }
}

/** Returns the parsed rows of an invite table with their errors, without sending anything. */
export async function readTableOf(
  app: FastifyInstance,
  request: FastifyRequest,
  { lot_id, csv }: { lot_id: string; csv: string },
): Promise<{ separator: Separator; rows: ReadRow[] }> {
  const reach = reachOf(await getStanding(app.db, lot_id, callerOf(request).user_id))
  const t = translatorOf(request)
  const { separator, rows } = readInvites(t, csv, { ...(await getInvitingLot(app.db, lot_id)), reach })
  const emails = rows.flatMap(({ email }) => email ?? [])
  const phones = rows.flatMap(({ phone }) => phone ?? [])
  const known = await listKnownAddresses(app.db, lot_id, { emails, phones }, app.ports.now())
  for (const row of rows) {
    for (const field of ['email', 'phone'] as const) {
      const is = known.get(row[field] ?? '')
      if (is === 'MEMBER') row.errors.push({ field, message: t('apiErrors.rows.isMember') })
      if (is === 'INVITED') row.errors.push({ field, message: t('apiErrors.rows.isInvited') })
    }
  }
  return { separator, rows }
}

/** Maps a row to its contract form, without the resolved ids. */
export function toInviteRow(row: ReadRow): InviteRow {
  const { line, email, phone, first_name, last_name, role, group, spot, errors } = row
  return { line, email, phone, first_name, last_name, role, group, spot, errors }
}

/** Invites everyone in a table in one transaction: all rows, or with `leave_out_faulty` those without errors. */
export async function inviteMany(
  app: FastifyInstance,
  request: FastifyRequest,
  body: Input<typeof createInvitesRoute>['body'],
): Promise<{ items: MadeInvite[]; left_out: InviteRow[] }> {
  const { rows } = await readTableOf(app, request, body)
  const faulty = rows.filter(({ errors }) => errors.length > 0).map(toInviteRow)
  if (faulty.length > 0 && !body.leave_out_faulty) {
    const message: Message = (t) =>
      t('apiErrors.invites.rowsRefused', { faulty: faulty.length, rows: rows.length })
    refuse('request_invalid', { field: 'csv', message, details: { rows: faulty } })
  }
  const items = await refuseInvited(() =>
    app.db.transaction().execute(async (tx) => {
      const made: MadeInvite[] = []
      for (const row of rows) {
        if (row.errors.length > 0) continue
        const { email, first_name, last_name, role, group_id, spot_id } = row
        // A person with both gets an email.
        const phone = email === null ? row.phone : null
        const to = { lot_id: body.lot_id, email, phone, first_name, last_name }
        const order = { ...to, role, group_id, spot_id, max_uses: 1 }
        made.push(await makeInvite(app, tx, authorOf(request), order, body.expires_in_days))
      }
      return made
    }),
  )
  return { items, left_out: faulty }
}
