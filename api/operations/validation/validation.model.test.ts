import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { releaseHolds, syncOpenPayments } from '../../jobs/release-holds.ts'
import { sendDueRefunds } from '../../money/payments/refunds.ts'
import { payOut } from '../../money/payouts/pay-out.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { modelRuns } from '../../testing/environment.ts'
import { giveAccounts } from '../../testing/model/payout-steps.ts'
import { ourBooks, providerBooks } from '../../testing/model/provider-books.ts'
import { randomFrom } from '../../testing/model/random.ts'
import { runSteps } from '../../testing/model/run.ts'
import { giveGoodCards, givePartners, validationSteps } from '../../testing/model/validation-steps.ts'
import { aWorld } from '../../testing/model/world.ts'

const { seeds, first } = modelRuns()
const length = 50

let api: TestApi
beforeAll(async () => {
  api = await testApi({ LOG_LEVEL: 'error' })
})
afterAll(() => api.close())

/** Whether parking was validated, given up afterwards, and paid for by a partner, in any sequence so far. */
async function hasEveryEntry(): Promise<boolean> {
  const { rows } = await api.deps.database.pool.query<{ kind: string }>(
    'select distinct kind::text from validation_entries',
  )
  return ['PAYMENT', 'RETURN', 'VALIDATION'].every((kind) => rows.some((row) => row.kind === kind))
}

test.each(Array.from({ length: seeds }, (_, at) => first + at))(
  'keeps books, budgets, and balances right while validated parking is canceled, shortened, refunded, and disputed (seed %i)',
  async (seed) => {
    const world = await aWorld(api, randomFrom(seed))
    await giveGoodCards(world)
    await giveAccounts(world)
    await givePartners(world)
    await runSteps(world, validationSteps, length)
    // Steps of one turn are concurrent, so a seed alone does not decide what happens: go on until everything did.
    while (!(await hasEveryEntry())) await runSteps(world, validationSteps, 10)
    const deps = paymentDepsOf(api.deps)
    for (let round = 0; round < 4; round++) {
      api.ports.advance({ days: 1, minutes: 6 })
      await api.standIn.settleDue()
      await api.standIn.deliverDueWebhooks()
      await syncOpenPayments(deps)
      await releaseHolds(deps)
      await sendDueRefunds(deps)
      await payOut(deps)
      await api.runJobs()
    }
    expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
    expect(await ourBooks(api.deps.database.pool)).toEqual(await providerBooks(api.deps.stripe))
  },
  240_000,
)
