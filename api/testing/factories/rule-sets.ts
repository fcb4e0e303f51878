import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import {
  type BacktestReport,
  createRuleSetRoute,
  runBacktestRoute,
} from '@openspot/contract/booking/rule-sets.ts'
import type { Input } from '@openspot/contract/call.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import type { Rules } from '@openspot/core/rules/types.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import { aLot, type TestLot } from './lots.ts'
import { aCard, aMember, aPerson, type Person } from './people.ts'
import { bookAs } from './reservations.ts'
import { clockOf } from './search-world.ts'

/** Helpers for the tests of impact previews: a lot with an admin who previews, and drivers who book in it. */

export type Proposal = Input<typeof runBacktestRoute>['body']
export type Driver = Person & { payment_method_id: string }

export const rulesOf = (rules: Partial<Rules>): Rules => ({ ...noRules, ...rules })

/** The report of a proposal that changes nothing. */
export const same = {
  refused: 0,
  newly_allowed: 0,
  more_expensive: 0,
  less_expensive: 0,
  people: 0,
  unexplained: 0,
  differences: [],
}

export interface Stage {
  lot: TestLot
  admin: Person
  backtest(body: Proposal): Promise<BacktestReport>
  /** Sets the default rules of the lot. */
  setRules(rules: Partial<Rules>): Promise<string>
  aDriver(first_name?: string, test_card?: string): Promise<Driver>
  /** Books a spot, by its index from 0, for some hours from the next full one. */
  book(driver: Driver, spot: number, from: number, hours: number): Promise<Reservation>
}

export async function aStage(api: TestApi): Promise<Stage> {
  const lot = await aLot(api, { month_cents: 20_000 }, 8)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const params = { lot_id: lot.lot_id }
  return {
    lot,
    admin,
    backtest: (body) => api.call(runBacktestRoute, { params, body }, admin.token),
    async setRules(rules) {
      const body = { name: secretWord(api.ports), is_default: true, rules: rulesOf(rules) }
      return (await api.call(createRuleSetRoute, { params, body }, admin.token)).id
    },
    async aDriver(first_name = 'Ada', test_card = 'pm_card_visa') {
      const person = await aPerson(api, { first_name })
      return { ...person, payment_method_id: await aCard(api, person, test_card) }
    },
    async book(driver, spot, from, hours) {
      // No two bookings are made at the same instant.
      api.ports.advance({ seconds: 1 })
      const at = clockOf(api)
      const { reservation } = await bookAs(api, driver, {
        spot_id: lot.spot_ids[spot] ?? '',
        starts_at: at(from),
        ends_at: at(from + hours),
        payment_method_id: driver.payment_method_id,
      })
      return reservation
    },
  }
}
