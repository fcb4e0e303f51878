import { CallError } from '@openspot/contract/call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../api.ts'
import { aLot } from '../factories/lots.ts'
import { aCard, aPerson, type Person } from '../factories/people.ts'
import { prepareBooking, twoHours } from '../factories/reservations.ts'

let api: TestApi
let person: Person
let payment_method_id: string
let spot_id: string
beforeAll(async () => {
  api = await testApi()
  person = await aPerson(api)
  payment_method_id = await aCard(api, person)
  spot_id = (await aLot(api)).spot_ids[0] ?? ''
})
afterAll(() => api.close())

const rounds = 25
const atOnce = 8

/**
 * Sends the same booking many times at once with one key. Returns the reservation ids and the codes of the rejections.
 */
async function sendAtOnce(hoursAhead: number): Promise<{ booked: string[]; refused: string[] }> {
  const when = twoHours(api, hoursAhead, 1)
  const send = await prepareBooking(api, person, { spot_id, payment_method_id, ...when })
  const answers = await Promise.all(
    Array.from({ length: atOnce }, () =>
      send().then(
        ({ reservation }) => ({ id: reservation.id, code: null }),
        (error: unknown) => {
          if (error instanceof CallError) return { id: null, code: `${error.status} ${error.body.code}` }
          throw error
        },
      ),
    ),
  )
  return {
    booked: answers.flatMap(({ id }) => (id === null ? [] : [id])),
    refused: answers.flatMap(({ code }) => (code === null ? [] : [code])),
  }
}

describe('16: concurrent identical requests', () => {
  test('create one reservation; the others return it or fail with 409 request_in_flight, never 422', async () => {
    const codes = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      // Every request counts against the limit of 30 bookings per hour.
      await api.deps.database.pool.query('delete from rate_limits')
      const { booked, refused } = await sendAtOnce(round + 1)
      expect(new Set(booked).size).toBe(1)
      for (const code of refused) codes.add(code)
    }
    expect([...codes]).toEqual(['409 request_in_flight'])
    const { rows } = await api.deps.database.pool.query<{ count: number }>(
      'select count(*)::int from reservations where user_id = $1',
      [person.user_id],
    )
    expect(rows[0]?.count).toBe(rounds)
  })

  test('rejects a different request under a used key with 422 idempotency_key_reused', async () => {
    const key = 'one key for two requests'
    const [one, other] = [twoHours(api, 100, 1), twoHours(api, 110, 1)]
    const order = { spot_id, payment_method_id, key }
    const first = await prepareBooking(api, person, { ...order, ...one })
    const second = await prepareBooking(api, person, { ...order, ...other })
    await first()
    await expect(second()).rejects.toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  })
})
