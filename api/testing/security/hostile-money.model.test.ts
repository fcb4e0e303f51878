import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { bill } from '../../money/billing/bill.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../api.ts'
import { modelRuns } from '../environment.ts'
import { aLot } from '../factories/lots.ts'
import { aMember } from '../factories/people.ts'
import { attackFirst, type HostileWorld, hostileSteps } from '../model/hostile-steps.ts'
import { moneySteps } from '../model/money-steps.ts'
import { randomFrom } from '../model/random.ts'
import { runSteps } from '../model/run.ts'
import { aWorld } from '../model/world.ts'

const { seeds, first } = modelRuns()
let api: TestApi

beforeAll(async () => {
  api = await testApi({ LOG_LEVEL: 'error' })
})
afterAll(() => api.close())

/** Creates drivers of a trusted lot and two attackers: the owner of a new lot and an admin of another trusted lot. */
async function aHostileWorld(seed: number): Promise<HostileWorld> {
  const world = await aWorld(api, randomFrom(seed))
  const newLot = await aLot(api, { trust_level: 'NEW', name: 'New Lot' }, 4)
  const trusted = await aLot(api, { month_cents: 30_000, name: 'Trusted Lot' }, 4)
  const { pool } = api.deps.database
  for (const { user_id } of world.drivers) {
    await pool.query(`update users set last_name = $2, phone = $3, phone_verified_at = now() where id = $1`, [
      user_id,
      `Canary${user_id.slice(-12)}`,
      `+1312${Number.parseInt(user_id.slice(-8), 16).toString().padStart(10, '0').slice(-7)}`,
    ])
  }
  return {
    ...world,
    attackers: [
      { by: await aMember(api, newLot.lot_id, 'SUPER_ADMIN'), lot: newLot },
      { by: await aMember(api, trusted.lot_id, 'ADMIN'), lot: trusted },
    ],
    answers: [],
    learned: [],
  }
}

/** Returns values that only the victims know. Email addresses are left out, because attackers type them. */
async function canariesOf({ drivers }: HostileWorld): Promise<string[]> {
  const { rows } = await api.deps.database.pool.query<{ canary: string }>(
    `select u.last_name as canary from users u where u.id = any($1)
     union all select u.phone from users u where u.id = any($1)
     union all select c.plate from cars c where c.user_id = any($1)
     union all select m.id::text from payment_methods m where m.user_id = any($1)
     union all select m.stripe_payment_method_id from payment_methods m where m.user_id = any($1)`,
    [drivers.map(({ user_id }) => user_id)],
  )
  return rows.map(({ canary }) => canary)
}

/**
 * Returns the payments that the card provider took from anyone for an attacker's lot. Victims never use these lots, so
 * there must be none, whatever our own tables say about consent.
 */
async function takenFor({ attackers }: HostileWorld): Promise<string[]> {
  const lots = attackers.map(({ lot }) => lot.lot_id)
  const taken: string[] = []
  for await (const intent of api.deps.stripe.paymentIntents.list({ limit: 100 })) {
    if (intent.status === 'succeeded' && lots.includes(intent.metadata['lot_id'] ?? '')) taken.push(intent.id)
  }
  return taken
}

describe('hostile staff and guests', () => {
  test.each(Array.from({ length: seeds }, (_, at) => first + at))(
    'never charge without consent and never see another person’s data (seed %i)',
    async (seed) => {
      const world = await aHostileWorld(seed)
      // Spots and cards are random in each run, so every drawn step may be rejected. Make sure that at least one attack
      // happens.
      await attackFirst(world)
      await runSteps(world, [...moneySteps, ...hostileSteps, ...hostileSteps], 30)
      for (let month = 0; month < 3; month++) {
        api.ports.advance({ days: 31 })
        await bill(paymentDepsOf(api.deps))
        await api.runJobs()
      }
      expect(await takenFor(world)).toEqual([])
      const { pool } = api.deps.database
      expect(await brokenInvariants(pool)).toEqual({})
      const active = await pool.query(
        `select id from reservations where lot_id = any($1) and status = 'ACTIVE'`,
        [world.attackers.map(({ lot }) => lot.lot_id)],
      )
      expect(active.rows).toEqual([])

      expect(world.answers.length).toBeGreaterThan(5)
      const seen = (await canariesOf(world)).filter((canary) =>
        world.answers.some((answer) => answer.includes(canary)),
      )
      expect(seen).toEqual([])
      expect(world.learned.length).toBeGreaterThan(0)
    },
    240_000,
  )
})
