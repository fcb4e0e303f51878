import type { PlatformAttentionItem } from '@openspot/contract/platform/jobs.ts'
import {
  byUrgency,
  type PlatformAttentionKind,
  platformAttentionKinds,
} from '@openspot/core/overview/attention.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
import { needsEvidence, stuckBefore } from '../money/disputes/disputes.sql.ts'

interface Source {
  from: string
  count?: string
  due?: string
  since?: string
}

/** What waits for a platform admin, each with the condition of the list that it leads to. `$1` is now, `$2` the time before which evidence is stuck. */
const sources: Record<PlatformAttentionKind, Source> = {
  FAILED_PAYOUTS: {
    from: `payouts p where p.status = 'FAILED'`,
    count: 'count(distinct (p.lot_id, p.payee_kind, p.user_id, p.currency))',
    since: 'min(p.created_at)',
  },
  DISPUTES: {
    from: `disputes d left join dispute_evidence e on e.dispute_id = d.id and e.lot_id = d.lot_id where ${needsEvidence('$2')}`,
    due: 'min(d.evidence_due_at)',
    since: 'min(d.opened_at)',
  },
  UNPAID_PLANS: {
    from: `invoices i join plan_bills b on b.id = i.plan_bill_id and b.lot_id = i.lot_id where i.kind = 'PLAN' and i.status = 'FAILED'`,
    count: 'count(distinct (i.lot_id, i.currency))',
    // A lot that already takes no reservations has no deadline left.
    due: 'min(i.grace_ends_at) filter (where i.grace_ends_at > $1::timestamptz)',
    since: 'min(b.created_at)',
  },
  FAILED_PLAN_REFUNDS: {
    from: `refunds f join invoices i on i.id = f.invoice_id and i.lot_id = f.lot_id
      where f.status = 'FAILED' and f.resolution is null and i.kind = 'PLAN'`,
    since: 'min(f.failed_at)',
  },
  BELOW_ZERO: {
    from: `(select from earnings n where n.amount_cents <> n.paid_out_cents group by n.lot_id, n.payee_kind, n.user_id, n.currency
      having sum(n.amount_cents - n.paid_out_cents) < 0) n`,
  },
  DIFFERENCES: { from: `reconciliation_differences x where x.status = 'OPEN'`, since: 'min(x.found_at)' },
  LOTS_WAITING: {
    from: `lots l where l.trust_level = 'NEW' and l.retired_at is null`,
    since: 'min(coalesce(l.trust_decided_at, l.created_at))',
  },
  RATINGS: {
    from: 'rating_reports q where q.decided_at is null',
    count: 'count(distinct q.rating_id)',
    since: 'min(q.created_at)',
  },
  FAILED_JOBS: { from: `failed_jobs() j where j.state = 'GIVEN_UP'`, since: 'min(j.created_at)' },
  ERRORS: {
    from: `error_groups g where g.status = 'OPEN' or g.status = 'MUTED' and g.muted_until <= $1::timestamptz`,
    since: 'min(g.first_seen_at)',
  },
}

const column = (value: string | undefined): string => `${value ?? 'null'}::timestamptz`

const waiting = statement(
  'list_platform_attention',
  { kind: text<PlatformAttentionKind>(), count: 'integer', due_at: 'timestamptz?', since_at: 'timestamptz?' },
  `select w.kind, w.count, w.due_at, w.since_at from (
    ${Object.entries(sources)
      .map(
        ([kind, { from, count = 'count(*)', due, since }]) =>
          `select '${kind}' as kind, ${count}::int as count, ${column(due && `(${due})`)} as due_at, ${column(since && `(${since})`)} as since_at from ${from}`,
      )
      .join(' union all ')}) w
   where w.count > 0`,
)

/** Returns what needs a platform admin, by urgency, without what is zero. */
export async function listAttention(db: Db, now: Date): Promise<PlatformAttentionItem[]> {
  const rows = await queryPrepared(db, waiting, [now.toISOString(), stuckBefore(now)])
  return byUrgency(rows, platformAttentionKinds, now)
}
