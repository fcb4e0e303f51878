import { createHash } from 'node:crypto'
import type { Subject } from '@openspot/contract/access.ts'
import { hot } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The browser's cookie. Over https its name binds it to this very host. */
export const cookieName = (secure: boolean) => (secure ? '__Host-openspot' : 'openspot')

/** The signed-in caller. */
export interface Caller {
  session_id: string
  user_id: string
  email: string | null
  roles: string[]
}

export interface SubjectRow {
  lot_id: string | null
  owner_id: string | null
  is_private: boolean | null
  lot_role: 'MEMBER' | 'PATROLLER' | 'ADMIN' | 'SUPER_ADMIN' | null
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export function tokenOf(request: FastifyRequest, app: FastifyInstance): string | null {
  const header = request.headers.authorization
  if (header?.startsWith('Bearer ')) return header.slice(7)
  return request.cookies[cookieName(app.secure_cookies)] ?? null
}

const lookUps: Record<Subject['kind'], string> = {
  lot: 'select l.id as lot_id, null::uuid as owner_id, l.is_private from lots l where l.id = $3::uuid',
  public_lot:
    'select l.id as lot_id, null::uuid as owner_id, l.is_private from lots l where l.public_id = $3::text',
  spot: `select s.lot_id, null::uuid as owner_id, l.is_private from spots s join lots l on l.id = s.lot_id
    where s.id = $3::uuid and s.deleted_at is null`,
  reservation: `select r.lot_id, r.user_id as owner_id, l.is_private from reservations r join lots l on l.id = r.lot_id
    where r.id = $3::uuid`,
  invoice: `select i.lot_id, i.user_id as owner_id, l.is_private from invoices i join lots l on l.id = i.lot_id
    where i.id = $3::uuid`,
  car: `select null::uuid as lot_id, c.user_id as owner_id, null::boolean as is_private from cars c
    where c.id = $3::uuid and c.deleted_at is null`,
  payment_method: `select null::uuid as lot_id, p.user_id as owner_id, null::boolean as is_private from payment_methods p
    where p.id = $3::uuid and p.deleted_at is null`,
  user: `select null::uuid as lot_id, u.id as owner_id, null::boolean as is_private from users u
    where u.id = $3::uuid and u.account_status <> 'DELETED'`,
}

interface Row extends SubjectRow {
  session_id: string | null
  user_id: string
  email: string | null
  roles: string[]
  account_status: string
  found: boolean
}

/**
 * Who calls, what the call is about, and how the two stand to each other, in one round trip. Roles and memberships
 * are read afresh each time, so that a change counts from the next request on.
 */
export async function lookUp(
  app: FastifyInstance,
  token: string | null,
  subject: { kind: Subject['kind']; id: string } | null,
): Promise<{ caller: Caller | null; is_banned: boolean; subject: SubjectRow | undefined }> {
  const of = subject
    ? `left join lateral (select true as found, y.* from (${lookUps[subject.kind]}) y) x on true`
    : ''
  const columns = subject
    ? 'coalesce(x.found, false) as found, x.lot_id, x.owner_id, x.is_private, m.role as lot_role'
    : `false as found, null as lot_id, null as owner_id, null as is_private, null as lot_role`
  const member = subject
    ? `left join memberships m on m.lot_id = x.lot_id and m.user_id = c.user_id and m.status = 'ACTIVE'`
    : ''
  const [row] = await hot<Row>(
    app.pool,
    `look_up_${subject?.kind ?? 'caller'}`,
    `select c.*, ${columns} from (select 1) one
     left join (
       select s.id as session_id, u.id as user_id, u.email, u.roles, u.account_status
       from sessions s join users u on u.id = s.user_id
       where s.token_hash = $1::bytea and s.revoked_at is null and s.expires_at > $2::timestamptz
     ) c on true ${of} ${member}`,
    [
      token === null ? null : hashToken(token),
      app.ports.now().toISOString(),
      ...(subject ? [subject.id] : []),
    ],
  )
  const live = row?.account_status === 'ACTIVE' || row?.account_status === 'GHOST'
  return {
    caller:
      row?.session_id && live
        ? { session_id: row.session_id, user_id: row.user_id, email: row.email, roles: row.roles }
        : null,
    is_banned: row?.account_status === 'BANNED',
    subject: row?.found
      ? { lot_id: row.lot_id, owner_id: row.owner_id, is_private: row.is_private, lot_role: row.lot_role }
      : undefined,
  }
}
