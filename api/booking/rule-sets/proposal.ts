import type { runBacktestRoute } from '@openspot/contract/booking/rule-sets.ts'
import type { Input } from '@openspot/contract/call.ts'
import type { CalendarPrice } from '@openspot/core/prices/calendar-prices.ts'
import type { QuoteRates } from '@openspot/core/quote/types.ts'
import type { Rules } from '@openspot/core/rules/types.ts'
import type { FastifyInstance } from 'fastify'
import { ApiError, refuse } from '../../errors.ts'
import { checkLotPatch } from '../../lots/lot-settings/settings.rules.ts'
import type { LotRow } from '../../lots/lots/lots.sql.ts'
import { readPrice } from '../prices/prices.rules.ts'
import { countZones, findPrice } from '../prices/prices.sql.ts'
import { readRules } from './rule-sets.rules.ts'

export type ProposalInput = Input<typeof runBacktestRoute>['body']

/** One side of the comparison: rules by rule set, and everything that makes a price. */
export interface Side {
  rules: ReadonlyMap<string, Rules>
  default_id: string | null
  lot: LotRow
  zone_rates: ReadonlyMap<string, Partial<QuoteRates>>
  calendar_prices: CalendarPrice[]
}

/** The id of a rule set or price that exists only in the proposal. */
const imagined = '00000000-0000-0000-0000-000000000000'

/** Returns today's terms with the proposed ones in their place. Throws `request_invalid` on the field at fault. */
export async function readProposal(
  app: FastifyInstance,
  today: Side,
  proposed: ProposalInput,
): Promise<Side> {
  return {
    ...(await readRuleSet(app, today, proposed.rule_set)),
    lot: readLotPrices(today.lot, proposed.rates),
    zone_rates: await readZoneRates(app, today, proposed.zone_rates ?? []),
    calendar_prices: await readCalendarPrice(app, today, proposed.calendar_price),
  }
}

/** Returns whether the proposal changes prices, not only rules. */
export function changesPrices(proposed: ProposalInput): boolean {
  return Boolean(proposed.rates ?? proposed.zone_rates ?? proposed.calendar_price)
}

async function readRuleSet(
  app: FastifyInstance,
  { rules, default_id, lot }: Side,
  proposed: ProposalInput['rule_set'],
): Promise<Pick<Side, 'rules' | 'default_id'>> {
  if (!proposed) return { rules, default_id }
  const { rule_set_id = imagined } = proposed
  if (rule_set_id !== imagined && !rules.has(rule_set_id)) {
    refuse('request_invalid', {
      field: 'rule_set.rule_set_id',
      message: (t) => t('apiErrors.lot.ruleSetUnknown'),
    })
  }
  const read = await readRules(app.db, lot.id, proposed.rules, 'rule_set.rules')
  // No group has a rule set that exists only in the proposal, so it can be tried only as the default.
  const is_default = proposed.is_default ?? (rule_set_id === imagined || rule_set_id === default_id)
  const without = rule_set_id === default_id ? null : default_id
  return { rules: new Map([...rules, [rule_set_id, read]]), default_id: is_default ? rule_set_id : without }
}

/** Returns the lot with the proposed prices. Throws if they could not be saved. */
function readLotPrices(lot: LotRow, proposed: ProposalInput['rates']): LotRow {
  if (!proposed) return lot
  within('rates', () => checkLotPatch(lot, proposed))
  return { ...lot, ...proposed }
}

async function readZoneRates(
  app: FastifyInstance,
  { lot }: Side,
  proposed: NonNullable<ProposalInput['zone_rates']>,
): Promise<Side['zone_rates']> {
  for (const [at, { zone_id }] of proposed.entries()) {
    if ((await countZones(app.db, lot.id, [zone_id])) === 1) continue
    refuse('request_invalid', {
      field: `zone_rates.${at}.zone_id`,
      message: (t) => t('apiErrors.lot.zoneUnknown'),
    })
  }
  return new Map(proposed.map(({ zone_id, rates }) => [zone_id, rates]))
}

async function readCalendarPrice(
  app: FastifyInstance,
  { lot, calendar_prices }: Side,
  proposed: ProposalInput['calendar_price'],
): Promise<CalendarPrice[]> {
  if (!proposed) return calendar_prices
  const { price_id, price } = proposed
  const old = price_id === undefined ? undefined : await findPrice(app.db, price_id)
  if (price_id !== undefined && old?.lot_id !== lot.id) {
    refuse('request_invalid', {
      field: 'calendar_price.price_id',
      message: (t) => t('apiErrors.lot.calendarPriceUnknown'),
    })
  }
  if (price === null && price_id === undefined) {
    refuse('request_invalid', {
      field: 'calendar_price.price',
      message: (t) => t('apiErrors.prices.nothingToTry'),
    })
  }
  const others = calendar_prices.filter(({ id }) => id !== price_id)
  if (price === null) return others
  const read = within('calendar_price.price', () => readPrice(lot.time_zone, price, app.ports.now()))
  const { zone_ids } = read
  if (zone_ids && (await countZones(app.db, lot.id, zone_ids)) !== zone_ids.length) {
    refuse('request_invalid', {
      field: 'calendar_price.price.zone_ids',
      message: (t) => t('apiErrors.lot.zonesUnknown'),
    })
  }
  // The preview treats the price as published.
  return [...others, { ...read, id: price_id ?? imagined }]
}

/** Prefixes the field of an error with its part of the request. */
function within<T>(part: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ApiError) || error.field === undefined) throw error
    return refuse(error.code, { field: `${part}.${error.field}`, message: error.text })
  }
}
