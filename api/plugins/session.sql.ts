import type { Subject } from '@openspot/contract/access.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, type RowOf, type Statement, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { hostOf } from '../host-of.sql.ts'

const subjectShape = {
  lot_id: 'uuid?',
  owner_id: 'uuid?',
  host_id: 'uuid?',
  earner_id: 'uuid?',
  is_private: 'boolean?',
  lot_role: 'memberships.role?',
} as const
export type SubjectRow = RowOf<typeof subjectShape>

/** The caller, if they have a reservation in the lot `l` that has not ended more than a day ago; otherwise null. */
const ofDriver = `(select r.user_id from reservations r where r.user_id = c.user_id and r.lot_id = l.id and r.status = 'ACTIVE'
    and (r.ends_at is null or r.ends_at > $2::timestamptz - interval '1 day') limit 1)`

/** The caller, if they earn from the reservation `r`; otherwise null. */
const earnerOf = `(select e.user_id from invoices i join earnings e on e.source_id = i.id and e.lot_id = i.lot_id and e.payee_kind = 'HOST'
    where i.reservation_id = r.id and i.lot_id = r.lot_id and e.user_id = c.user_id and e.amount_cents > 0 limit 1)`

const subjects: Record<Subject['kind'], string> = {
  lot: 'select l.id as lot_id, null::uuid as owner_id, l.is_private from lots l where l.id = $3::uuid',
  public_lot:
    'select l.id as lot_id, null::uuid as owner_id, l.is_private from lots l where l.public_id = $3::text',
  spot: `select s.lot_id, s.assigned_user_id as owner_id, l.is_private from spots s join lots l on l.id = s.lot_id
    where s.id = $3::uuid and s.deleted_at is null`,
  zone: `select z.lot_id, null::uuid as owner_id, l.is_private from zones z join lots l on l.id = z.lot_id
    where z.id = $3::uuid and z.deleted_at is null`,
  availability: `select w.lot_id, s.assigned_user_id as owner_id, l.is_private
    from availability w join lots l on l.id = w.lot_id left join spots s on s.id = w.spot_id and s.lot_id = w.lot_id
    where w.id = $3::uuid`,
  calendar_price: `select p.lot_id, null::uuid as owner_id, l.is_private from calendar_prices p join lots l on l.id = p.lot_id
    where p.id = $3::uuid and p.deleted_at is null`,
  rule_set: `select r.lot_id, null::uuid as owner_id, l.is_private from rule_sets r join lots l on l.id = r.lot_id
    where r.id = $3::uuid and r.deleted_at is null`,
  file: `select f.lot_id, null::uuid as owner_id, l.is_private from files f join lots l on l.id = f.lot_id
    where f.id = $3::uuid`,
  map: `select m.lot_id, null::uuid as owner_id, l.is_private from maps m join lots l on l.id = m.lot_id
    where m.id = $3::uuid`,
  sign: `select s.lot_id, null::uuid as owner_id, l.is_private from signs s join lots l on l.id = s.lot_id
    where s.id = $3::uuid and s.taken_down_at is null`,
  gate: `select g.lot_id, ${ofDriver} as owner_id, l.is_private from gates g join lots l on l.id = g.lot_id
    where g.id = $3::uuid and g.deleted_at is null`,
  visited_lot: `select l.id as lot_id, ${ofDriver} as owner_id, l.is_private from lots l where l.id = $3::uuid`,
  problem: `select p.lot_id, p.user_id as owner_id, l.is_private from problems p join lots l on l.id = p.lot_id
    where p.id = $3::uuid`,
  fine: `select v.lot_id, v.user_id as owner_id, l.is_private from fines v join lots l on l.id = v.lot_id
    where v.id = $3::uuid`,
  photo: `select f.lot_id, f.uploaded_by_user_id as owner_id, l.is_private from photos f join lots l on l.id = f.lot_id
    where f.id = $3::uuid`,
  validation_partner: `select p.lot_id, null::uuid as owner_id, l.is_private from validation_partners p join lots l on l.id = p.lot_id
    where p.id = $3::uuid`,
  validation_option: `select o.lot_id, null::uuid as owner_id, l.is_private from validation_options o join lots l on l.id = o.lot_id
    where o.id = $3::uuid and o.deleted_at is null`,
  data_source: `select d.lot_id, null::uuid as owner_id, l.is_private from data_sources d join lots l on l.id = d.lot_id
    where d.id = $3::uuid`,
  data_source_import: `select i.lot_id, null::uuid as owner_id, l.is_private from resident_imports i join lots l on l.id = i.lot_id
    where i.id = $3::uuid`,
  reservation: `select r.lot_id, r.user_id as owner_id, l.is_private, ${hostOf} as host_id, ${earnerOf} as earner_id
    from reservations r join lots l on l.id = r.lot_id join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
    where r.id = $3::uuid`,
  waitlist_entry: `select w.lot_id, w.user_id as owner_id, l.is_private from waitlist_entries w join lots l on l.id = w.lot_id
    where w.id = $3::uuid`,
  invoice: `select i.lot_id, i.user_id as owner_id, l.is_private from invoices i join lots l on l.id = i.lot_id
    where i.id = $3::uuid`,
  refund: `select f.lot_id, i.user_id as owner_id, l.is_private from refunds f
      join invoices i on i.id = f.invoice_id and i.lot_id = f.lot_id join lots l on l.id = f.lot_id
    where f.id = $3::uuid`,
  dispute: `select d.lot_id, null::uuid as owner_id, l.is_private from disputes d join lots l on l.id = d.lot_id
    where d.id = $3::uuid`,
  payout: `select p.lot_id, p.user_id as owner_id, l.is_private from payouts p join lots l on l.id = p.lot_id
    where p.id = $3::uuid`,
  subscription: `select s.lot_id, s.user_id as owner_id, l.is_private from subscriptions s join lots l on l.id = s.lot_id
    where s.id = $3::uuid`,
  membership: `select m.lot_id, m.user_id as owner_id, l.is_private from memberships m join lots l on l.id = m.lot_id
    where m.id = $3::uuid`,
  invite: `select i.lot_id, null::uuid as owner_id, l.is_private from invites i join lots l on l.id = i.lot_id
    where i.id = $3::uuid`,
  car: `select null::uuid as lot_id, c.user_id as owner_id, null::boolean as is_private from cars c
    where c.id = $3::uuid and c.deleted_at is null`,
  // Its owner resolves the note; staff access it through their lot.
  car_note: `select null::uuid as lot_id, n.user_id as owner_id, null::boolean as is_private from lot_car_notes n
    where n.id = $3::uuid`,
  payment_method: `select null::uuid as lot_id, p.user_id as owner_id, null::boolean as is_private from payment_methods p
    where p.id = $3::uuid and p.deleted_at is null`,
  user: `select null::uuid as lot_id, u.id as owner_id, null::boolean as is_private from users u
    where u.id = $3::uuid and u.account_status <> 'DELETED'`,
  session: `select null::uuid as lot_id, s.user_id as owner_id, null::boolean as is_private from sessions s
    where s.id = $3::uuid and s.revoked_at is null`,
  push_device: `select null::uuid as lot_id, d.user_id as owner_id, null::boolean as is_private from push_devices d
    where d.id = $3::uuid`,
  passkey: `select null::uuid as lot_id, k.user_id as owner_id, null::boolean as is_private from passkeys k
    where k.id = $3::uuid`,
}

/** Only a reservation has a host and an earner. */
const hostsOf = (kind: Subject['kind']) =>
  kind === 'reservation' ? 'x.host_id, x.earner_id' : 'null::uuid as host_id, null::uuid as earner_id'

/** Without a session, the columns of the user are null. */
const callerShape = {
  ...subjectShape,
  session_id: 'uuid?',
  user_id: 'uuid',
  email: 'text?',
  roles: 'text[]',
  language: 'text',
  account_status: 'users.account_status',
  seen_lately: 'boolean',
  viewer_user_id: 'uuid?',
  found: 'boolean',
  /** What `SubjectRead` adds. */
  read: orNull(json<unknown>()),
} as const
type CallerRow = RowOf<typeof callerShape>

/** `last_seen_at` is updated at most every 10 minutes, to save a write per request. */
const seenMinutes = 10

function sessionQuery(
  kind: Subject['kind'] | null,
  read?: { label: string; json: string },
): Statement<CallerRow> {
  const of = kind ? `left join lateral (select true as found, y.* from (${subjects[kind]}) y) x on true` : ''
  const columns = kind
    ? `coalesce(x.found, false) as found, x.lot_id, x.owner_id, ${hostsOf(kind)}, x.is_private, m.role as lot_role`
    : `false as found, null::uuid as lot_id, null::uuid as owner_id, null::uuid as host_id, null::uuid as earner_id, null::boolean as is_private, null::lot_role`
  const member = kind
    ? `left join memberships m on m.lot_id = x.lot_id and m.user_id = c.user_id and m.status = 'ACTIVE'`
    : ''
  return statement(
    read?.label ?? `look_up_${kind ?? 'caller'}`,
    callerShape,
    `select c.*, ${columns}, ${read?.json ?? 'null::jsonb'} as read from (select 1) one
     left join (
       select s.id as session_id, u.id as user_id, u.email, u.roles, u.language, u.account_status,
         coalesce(s.last_seen_at, s.signed_in_at) > $2::timestamptz - interval '${seenMinutes} minutes' as seen_lately,
         v.admin_user_id as viewer_user_id
       from sessions s
         left join account_views v on v.session_id = s.id and v.ended_at is null and v.ends_at > $2::timestamptz
           and may_view(v.admin_user_id, v.user_id)
         join users u on u.id = coalesce(v.user_id, s.user_id)
       -- Earlier versions made a guest's link a session of the guest, which could do whatever the guest can.
       where s.token_hash = $1::bytea and s.revoked_at is null and s.expires_at > $2::timestamptz and s.method is distinct from 'GUEST_LINK'
     ) c on true ${of} ${member}`,
  )
}

const callerQuery = sessionQuery(null)
const kinds = Object.keys(subjects) as Subject['kind'][]
const sessionQueries = Object.fromEntries(kinds.map((kind) => [kind, sessionQuery(kind)])) as Record<
  Subject['kind'],
  Statement<CallerRow>
>

/** A subject whose row is read in the statement that decides about the call, which saves a round trip. */
export interface SubjectRead<Row> {
  kind: Subject['kind']
  statement: Statement<CallerRow>
  /** Only for the type. */
  row?: Row
}

/**
 * Declares such a read when its module is imported. `jsonText` is SQL for the row with the ID `$3` as JSON, and null if there is none.
 * A handler gets it only once the call was allowed (`readOf`).
 */
export const subjectRead = <Row>(
  label: string,
  kind: Subject['kind'],
  jsonText: string,
): SubjectRead<Row> => ({
  kind,
  statement: sessionQuery(kind, { label, json: jsonText }),
})

/**
 * Returns the user of a live session, the subject of the call, and the user's relation to it, in one round trip. Without
 * such a session, the columns of the user are null.
 */
export async function findCaller(
  pool: pg.Pool,
  token_hash: Buffer | null,
  now: Date,
  subject: { kind: Subject['kind']; id: string } | null,
  read?: SubjectRead<unknown>,
): Promise<CallerRow | undefined> {
  const values = [token_hash, now.toISOString(), ...(subject ? [subject.id] : [])]
  const chosen = read?.kind === subject?.kind ? read?.statement : undefined
  return (
    await queryPrepared(pool, chosen ?? (subject ? sessionQueries[subject.kind] : callerQuery), values)
  )[0]
}

/** Saves when sessions were last used. The sessions of one statement are locked in the order of their IDs. */
export async function setSessionsSeen(pool: pg.Pool, seen: ReadonlyMap<string, Date>): Promise<void> {
  const sorted = [...seen].sort(([a], [b]) => (a < b ? -1 : 1))
  await queryPrepared(pool, sessionsSeen, [
    sorted.map(([session_id]) => session_id),
    sorted.map(([, at]) => at.toISOString()),
  ])
}

const sessionsSeen = statement(
  'set_sessions_seen',
  {},
  `with seen as materialized (
     select s.id, n.at from unnest($1::uuid[], $2::timestamptz[]) n(id, at) join sessions s on s.id = n.id order by s.id for no key update of s)
   update sessions s set last_seen_at = greatest(s.last_seen_at, n.at) from seen n where s.id = n.id`,
)
