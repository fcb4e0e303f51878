import type { CallError } from '@openspot/contract/call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson } from '../../testing/factories/people.ts'
import { prepareBooking } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('books and charges one of 200 concurrent attempts for one spot and rejects 199', async () => {
  const lot = await aLot(api)
  const [spot_id = ''] = lot.spot_ids
  // Ten people make twenty attempts each, because one person's own attempts must not win twice either.
  const people = await Promise.all(Array.from({ length: 10 }, () => aPerson(api)))
  const cards = new Map(
    await Promise.all(people.map(async (person) => [person, await aCard(api, person)] as const)),
  )
  const attempts = await Promise.all(
    Array.from({ length: 200 }, (_, i) => {
      const person = people[i % 10] ?? people[0]
      if (!person) throw new Error('nobody')
      return prepareBooking(api, person, { spot_id, payment_method_id: cards.get(person) ?? '' })
    }),
  )
  const ends = await Promise.allSettled(attempts.map((attempt) => attempt()))

  const booked = ends.filter((end) => end.status === 'fulfilled')
  const refused = ends.filter((end) => end.status === 'rejected').map((end) => end.reason as CallError)
  expect(booked.map((end) => end.value.reservation.status)).toEqual(['ACTIVE'])
  expect(refused.map((error) => `${error.status} ${error.body?.code}`)).toEqual(
    Array(199).fill('409 spot_taken'),
  )

  const intents = await api.deps.stripe.paymentIntents.list({ limit: 100 })
  expect(intents.data.filter((intent) => intent.status === 'succeeded')).toHaveLength(1)
  const { rows } = await api.deps.database.pool.query('select status from reservations where spot_id = $1', [
    spot_id,
  ])
  expect(rows).toEqual([{ status: 'ACTIVE' }])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
})
