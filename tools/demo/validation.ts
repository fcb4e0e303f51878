import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type { TownLot } from './lots.ts'
import type { Random } from './random.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const option = { max_cents: null, amount_cents: null, percent: null, minutes: null, weekdays: everyDay }
const shops = [
  {
    name: 'Lake Street Grill',
    billing: 'STATEMENT',
    monthly_budget_cents: 60_000,
    options: [
      { ...option, name: 'Lunch', discount: 'AMOUNT', amount_cents: 500, daily_cap: 40, driver_cap: 12 },
      { ...option, name: 'Dinner', discount: 'PERCENT', percent: 50, max_cents: 900, weekdays: [4, 5, 6, 7] },
    ],
  },
  {
    name: 'Wells Street Cinema',
    billing: 'PREPAID',
    monthly_budget_cents: null,
    options: [{ ...option, name: 'Movie ticket', discount: 'TIME', minutes: 150, budget_cents: 50_000 }],
  },
] as const
const prepaid_cents = 25_000

/** The validation partners of the garage: a restaurant that pays by statement, and a cinema that paid in advance. */
export function validationRows(
  random: Random,
  lots: readonly TownLot[],
  admins: ReadonlyMap<string, { id: string }>,
  created_at: string,
) {
  const validation_partners: Insertable<DB['validation_partners']>[] = []
  const validation_options: Insertable<DB['validation_options']>[] = []
  const validation_entries: Insertable<DB['validation_entries']>[] = []
  const lot_id = lots.find(({ row }) => row.name === 'Wells Street Garage')?.row.id
  const admin = lot_id === undefined ? undefined : admins.get(lot_id)
  if (lot_id === undefined || admin === undefined)
    return { validation_partners, validation_options, validation_entries }
  const dates = { created_at, changed_at: created_at }
  for (const { options, ...shop } of shops) {
    const partner = { id: random.id(), lot_id, ...shop, currency: 'USD', ...dates }
    const isPrepaid = shop.billing === 'PREPAID'
    validation_partners.push({
      ...partner,
      contact_email: `parking@${shop.name.toLowerCase().replaceAll(' ', '-')}.example`,
      balance_cents: isPrepaid ? prepaid_cents : 0,
    })
    for (const each of options) {
      const public_option_id = random.publicId()
      validation_options.push({
        budget_cents: null,
        daily_cap: null,
        driver_cap: null,
        ...each,
        weekdays: [...each.weekdays],
        id: random.id(),
        lot_id,
        partner_id: partner.id,
        public_option_id,
        ...dates,
      })
    }
    if (!isPrepaid) continue
    validation_entries.push({
      id: random.id(),
      lot_id,
      partner_id: partner.id,
      kind: 'PAYMENT',
      amount_cents: prepaid_cents,
      note: 'Bank transfer',
      by_user_id: admin.id,
      at: created_at,
    })
  }
  return { validation_partners, validation_options, validation_entries }
}
