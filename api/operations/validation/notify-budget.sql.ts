import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

/** From which part of a budget or of the last payment the admins are notified. */
const nearlySpentPercent = 90

const spent = statement(
  'list_spent_budgets',
  {
    about: 'text',
    is_balance: 'boolean',
    partner: 'text',
    option: 'text',
    lot_name: 'text',
    user_id: 'uuid',
    language: 'text',
    email: 'text?',
  },
  `select b.about, b.is_balance, p.name as partner, o.name as option, l.name as lot_name, u.id as user_id, u.language, u.email
   from validation_options o join validation_partners p on p.id = o.partner_id and p.lot_id = o.lot_id join lots l on l.id = o.lot_id
     left join lateral (select e.id, e.amount_cents from validation_entries e
       where e.partner_id = p.id and e.lot_id = p.lot_id and e.kind = 'PAYMENT' order by e.at desc, e.id desc limit 1) paid on true
     cross join lateral (values
       (o.id || ' ' || o.budget_cents, false, o.used_cents * 100 >= o.budget_cents * ${nearlySpentPercent}::bigint),
       (paid.id::text, true, p.billing = 'PREPAID' and p.balance_cents * 100 <= paid.amount_cents * (100 - ${nearlySpentPercent})))
       b(about, is_balance, is_spent)
     join memberships m on m.lot_id = l.id and m.role in ('ADMIN', 'SUPER_ADMIN') and m.status = 'ACTIVE'
     join users u on u.id = m.user_id
   where o.lot_id = $1 and o.id = $2 and b.is_spent and b.about is not null`,
)

/** Returns the budget of an option and the prepaid balance of its partner if they are nearly spent, for each admin. */
export const listSpentBudgets = (tx: Tx, lot_id: string, option_id: string) =>
  queryPrepared(tx, spent, [lot_id, option_id])
