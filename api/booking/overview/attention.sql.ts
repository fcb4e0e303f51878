import { type AttentionKind, patrolAttention } from '@openspot/core/overview/attention.ts'
import { iso } from './iso.sql.ts'

interface Source {
  /** The rows of the list, of the lot `span.lot_id`. */
  from: string
  count?: string
  due?: string
  since?: string
}

/** What waits for a person, each with the condition of the list that it leads to. */
const sources: Record<AttentionKind, Source> = {
  LOT_BLOCKED: { from: `(select) x where span.trust_level = 'BLOCKED'` },
  LOT_REVIEW: { from: `(select span.opened_at) x where span.trust_level = 'NEW'`, since: 'min(x.opened_at)' },
  PAYOUT_ACCOUNT: {
    from: `(select) x where not exists (select from payout_accounts p where p.lot_id = span.lot_id and p.payouts_enabled)`,
  },
  DISPUTES: {
    from: `disputes d where d.lot_id = span.lot_id and d.closed_at is null
      and not exists (select from invoices i where i.id = d.invoice_id and i.lot_id = d.lot_id and i.kind = 'PLAN')`,
    due: 'min(d.evidence_due_at)',
    since: 'min(d.opened_at)',
  },
  FAILED_PAYMENTS: {
    from: `invoices i where i.lot_id = span.lot_id and i.status = 'FAILED' and i.kind in ('PERIOD', 'CORRECTION')`,
    count: 'count(distinct i.reservation_id)',
    due: 'min(i.grace_ends_at)',
    since: 'min(i.created_at)',
  },
  FAILED_REFUNDS: {
    from: `refunds f where f.lot_id = span.lot_id and f.status = 'FAILED' and f.resolution is null
      and not exists (select from invoices i where i.id = f.invoice_id and i.lot_id = f.lot_id and i.kind = 'PLAN')`,
    since: 'min(f.failed_at)',
  },
  UNPAID_PLAN: {
    from: `invoices i where i.lot_id = span.lot_id and i.kind = 'PLAN' and i.status = 'FAILED'`,
    due: 'min(i.grace_ends_at)',
    since: 'min(i.created_at)',
  },
  PENDING_RESERVATIONS: {
    from: `reservations r where r.lot_id = span.lot_id and r.status = 'PENDING' and r.changes_id is null`,
    due: 'min(r.hold_expires_at)',
    since: 'min(r.created_at)',
  },
  PROBLEMS: {
    from: `problems p where p.lot_id = span.lot_id and p.status = 'OPEN'`,
    since: 'min(p.created_at)',
  },
  OFFLINE_GATES: {
    from: 'gates g where g.lot_id = span.lot_id and g.deleted_at is null and not g.is_reachable',
    since: 'min(g.reachable_at)',
  },
  JOIN_REQUESTS: {
    from: `memberships m where m.lot_id = span.lot_id
      and case when m.status = 'PENDING' then m.source not in ('STAFF', 'IMPORT') else m.requested_at is not null end`,
    since: 'min(coalesce(m.requested_at, m.created_at))',
  },
  REFUNDS: {
    from: `refunds f where f.lot_id = span.lot_id and f.status = 'AWAITING_APPROVAL'`,
    since: 'min(f.created_at)',
  },
  FINE_APPEALS: {
    from: `fine_appeals a where a.lot_id = span.lot_id and a.status = 'OPEN'`,
    since: 'min(a.created_at)',
  },
  OUTDATED_SIGNS: {
    from: `signs s join short_links k on k.lot_id = s.lot_id and k.path = s.printed_path and k.sign_id = s.id
      where s.lot_id = span.lot_id and s.taken_down_at is null and k.public_id <> span.public_id`,
  },
}

const instant = (value: string | undefined): string =>
  value === undefined ? 'null::timestamptz' : `${value}::timestamptz`
const counted = (kind: string, { from, count = 'count(*)', due, since }: Source): string =>
  `select '${kind}' as kind, ${count}::int as count, ${instant(due)} as due_at, ${instant(since)} as since_at from ${from}`

const union = (kinds: [string, Source][]): string =>
  kinds.map(([kind, source]) => counted(kind, source)).join(' union all ')
const isForPatrol = (kind: string): boolean => patrolAttention.some((one) => one === kind)

/**
 * Selects what waits in the lot of `span` as JSON, without what is zero. `isAdmin` is the SQL of whether the reader is an
 * admin; patrollers get only what they can work on.
 */
export const attention = (isAdmin: string): string => `select coalesce(json_agg(json_build_object(
    'kind', w.kind, 'count', w.count, 'due_at', ${iso('w.due_at')}, 'since_at', ${iso('w.since_at')})), '[]')
  from (
    ${union(Object.entries(sources).filter(([kind]) => isForPatrol(kind)))}
    union all select o.* from (${union(Object.entries(sources).filter(([kind]) => !isForPatrol(kind)))}) o where ${isAdmin}) w
  where w.count > 0`
