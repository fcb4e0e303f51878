import type { Tx } from '@openspot/db/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyContested } from '../money/adjustments/notify-contested.ts'
import { notifyFine } from '../operations/fines/notify-fine.ts'
import { notifyBudget } from '../operations/validation/notify-budget.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { countTransactionStatements } from '../testing/count-statements.ts'
import { aLotWithFines, payFineAs } from '../testing/factories/fines.ts'
import { aMember, aPerson } from '../testing/factories/people.ts'
import { anOption, aPartner } from '../testing/factories/validation.ts'
import { paymentDepsOf } from './payment-deps.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** A lot with that many admins. */
async function aLotOf(admins: number) {
  const here = await aLotWithFines(api)
  for (let count = 1; count < admins; count++) await aMember(api, here.lot.lot_id, 'ADMIN')
  return { ...here, lot_id: here.lot.lot_id }
}
type Lot = Awaited<ReturnType<typeof aLotOf>>

const inTransaction = (run: (tx: Tx) => Promise<void>) => api.deps.database.db.transaction().execute(run)

/** Prepares an event in a lot. Returns what notifies its staff. */
const events: Record<string, (lot: Lot) => Promise<() => Promise<unknown>>> = {
  'an appeal of a fine': async ({ aFine }) => {
    const { id: fine_id } = await aFine()
    return () => notifyFine(paymentDepsOf(api.deps), { fine_id, seq: 2, kind: 'APPEALED' })
  },
  'a budget of validation that is nearly spent': async ({ admin, lot_id }) => {
    const partner = await aPartner(api, admin, lot_id)
    const { id: option_id } = await anOption(api, admin, partner.id, { budget_cents: 1000 })
    await api.deps.database.pool.query('update validation_options set used_cents = 950 where id = $1', [
      option_id,
    ])
    return () => inTransaction((tx) => notifyBudget(api.deps, tx, { lot_id, option_id }))
  },
  'a contested bill': async ({ aFine }) => {
    const { code } = await aFine()
    const { fine } = await payFineAs(api, await aPerson(api), code)
    const { rows } = await api.deps.database.pool.query<{ id: string }>(
      'select id from invoices where fine_id = $1',
      [fine.id],
    )
    return () => inTransaction((tx) => notifyContested(api.deps, tx, rows[0]?.id ?? ''))
  },
}

test.each(Object.entries(events))(
  'the notices of %s take as many statements for twenty admins as for two, and reach each',
  async (_event, prepare) => {
    const counted = async (admins: number) => {
      const lot = await aLotOf(admins)
      const notifyStaff = await prepare(lot)
      const told = async () => {
        const { rows } = await api.deps.database.pool.query<{ count: number }>(
          'select count(*)::int from notifications where lot_id = $1',
          [lot.lot_id],
        )
        return rows[0]?.count ?? 0
      }
      const before = await told()
      const statements = await countTransactionStatements(notifyStaff)
      expect(statements).toBeGreaterThan(2)
      expect((await told()) - before).toBe(admins)
      return statements
    }
    expect(await counted(20)).toBe(await counted(2))
  },
)
