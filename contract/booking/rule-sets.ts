import { spotTypes } from '@openspot/core/enums.ts'
import { fineReasons } from '@openspot/core/fines/enums.ts'
import {
  MAX_FINE_CENTS,
  MAX_FINE_DAYS,
  MAX_FINE_STEPS,
  MAX_FINE_WARNINGS,
} from '@openspot/core/fines/terms.ts'
import { type Static, Type } from 'typebox'
import {
  Cents,
  Currency,
  Id,
  Instant,
  LotParams,
  NoContent,
  Nullable,
  SeenName,
  SentVersion,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { grants, route } from '../route.ts'
import { ImaginedCalendarPrice, LotPricesInput, RateSetInput } from './prices.ts'

const Count = (maximum: number) => Nullable(Type.Integer({ minimum: 0, maximum }))

/** The limits of a rule set. Null means no limit. */
export const Rules = StrictObject({
  max_short_reservations: Count(1000),
  max_long_reservations: Count(1000),
  min_duration_minutes: Count(527_040),
  max_duration_minutes: Count(527_040),
  max_ahead_days: Count(730),
  max_hours: Nullable(
    StrictObject({
      hours: Type.Integer({ minimum: 1, maximum: 744 }),
      per: StringEnum(['DAY', 'WEEK', 'MONTH'] as const),
    }),
  ),
  spot_types: Nullable(Type.Array(StringEnum(spotTypes), { minItems: 1, uniqueItems: true })),
  zone_ids: Nullable(Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true })),
  nth_spot_prices: Type.Array(
    StrictObject({
      nth: Type.Integer({ minimum: 2, maximum: 100 }),
      percent_bps: Type.Integer({ minimum: -10_000, maximum: 100_000 }),
    }),
    { maxItems: 20 },
  ),
})
export type Rules = Static<typeof Rules>

/** What a rule set says about fines. A reason that is missing is not fined. */
export const FineTerms = StrictObject({
  within_days: Type.Integer({
    minimum: 1,
    maximum: MAX_FINE_DAYS,
    description: 'How far back warnings and fines for the same reason count.',
  }),
  reasons: Type.Array(
    StrictObject({
      reason: StringEnum(fineReasons),
      warnings: Type.Integer({
        minimum: 0,
        maximum: MAX_FINE_WARNINGS,
        description: 'How many warnings come before the first fine.',
      }),
      amounts_cents: Type.Array(Type.Integer({ minimum: 1, maximum: MAX_FINE_CENTS }), {
        minItems: 1,
        maxItems: MAX_FINE_STEPS,
        description: 'The first, second, third … fine. The last one applies to all later ones.',
      }),
    }),
    { maxItems: fineReasons.length },
  ),
})

export const RuleSet = Type.Object({
  id: Id,
  lot_id: Id,
  name: Type.String(),
  is_default: Type.Boolean({
    description: 'Whether it applies to everyone who is not in a group with its own rule set.',
  }),
  version: Type.Integer({ description: 'The version of its rules, which reservations keep.' }),
  revision: Type.Integer({
    description: 'Grows with every change, also of the name and of what is the default.',
  }),
  rules: Rules,
  fine_terms: Nullable(FineTerms, {
    description: 'Null if it says nothing about fines: then those of the default apply.',
  }),
  groups: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  created_at: Instant,
  changed_at: Instant,
})
export type RuleSet = Static<typeof RuleSet>

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const subject = { kind: 'rule_set', in: 'params', name: 'rule_set_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const RuleSetParams = Type.Object({ rule_set_id: Id })
const RuleSetInput = StrictObject({
  name: Type.String({ minLength: 1, maxLength: 80 }),
  is_default: Type.Boolean(),
  rules: Rules,
  fine_terms: Type.Optional(
    Nullable(FineTerms, { description: 'Omitted: unchanged, or none in a new rule set.' }),
  ),
})

export const listRuleSetsRoute = route({
  method: 'GET',
  url: '/api/v1/rule-sets/lot/:lot_id',
  config: { access: grants.staff, errors: [], subject: lot },
  schema: {
    summary: 'List the rule sets of a lot',
    tags: ['rule sets'],
    params: LotParams,
    response: { 200: Type.Object({ items: Type.Array(RuleSet) }) },
  },
})

export const createRuleSetRoute = route({
  method: 'POST',
  url: '/api/v1/rule-sets/lot/:lot_id',
  config: { access: admins, errors: ['name_taken'], subject: lot },
  schema: {
    summary: 'Create a rule set. A new default replaces the previous one',
    tags: ['rule sets'],
    params: LotParams,
    body: RuleSetInput,
    response: { 201: RuleSet },
  },
})

export const getRuleSetRoute = route({
  method: 'GET',
  url: '/api/v1/rule-sets/:rule_set_id',
  config: { access: grants.staff, errors: [], subject },
  schema: {
    summary: 'Get the current or an earlier version of a rule set',
    tags: ['rule sets'],
    params: RuleSetParams,
    querystring: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) }),
    response: { 200: RuleSet },
  },
})

export const replaceRuleSetRoute = route({
  method: 'PUT',
  url: '/api/v1/rule-sets/:rule_set_id',
  config: { access: admins, errors: ['name_taken', 'rule_set_changed'], subject },
  schema: {
    summary:
      'Change a rule set. Changed rules create a new version; existing reservations keep their version',
    tags: ['rule sets'],
    params: RuleSetParams,
    body: StrictObject({
      ...RuleSetInput.properties,
      version: Type.Optional(SentVersion('rule_set_changed')),
      revision: Type.Optional(
        Type.Integer({
          minimum: 1,
          description:
            'The revision that was read. Fails with rule_set_changed if anything was changed since, also the name.',
        }),
      ),
    }),
    response: { 200: RuleSet },
  },
})

export const deleteRuleSetRoute = route({
  method: 'DELETE',
  url: '/api/v1/rule-sets/:rule_set_id',
  config: { access: admins, errors: ['rule_set_in_use'], subject },
  schema: {
    summary: 'Delete a rule set. Fails while it is the default or a group uses it',
    tags: ['rule sets'],
    params: RuleSetParams,
    response: { 204: NoContent },
  },
})

/** How a change would have affected one real booking. */
export const BacktestDifference = Type.Object({
  reservation_id: Id,
  user_id: Id,
  driver: SeenName,
  starts_at: Instant,
  ends_at: Nullable(Instant),
  kind: StringEnum(['REFUSED', 'NEWLY_ALLOWED', 'MORE_EXPENSIVE', 'LESS_EXPENSIVE'] as const),
  rule: Nullable(Type.String()),
  message: Type.String(),
  before_cents: Nullable(Cents),
  after_cents: Nullable(Cents),
})
export type BacktestDifference = Static<typeof BacktestDifference>

export const BacktestReport = Type.Object({
  days: Type.Integer(),
  bookings: Type.Integer({ description: 'Number of actual bookings that were replayed.' }),
  refused: Type.Integer(),
  newly_allowed: Type.Integer(),
  more_expensive: Type.Integer(),
  less_expensive: Type.Integer(),
  people: Type.Integer({ description: 'Number of people with a different result.' }),
  currency: Currency,
  money_before_cents: Cents,
  money_after_cents: Cents,
  unexplained: Type.Integer({
    description:
      'Number of bookings that the current prices and rules would have priced or decided differently.',
  }),
  differences: Type.Array(BacktestDifference, {
    description: 'The newest 500 bookings with a different result.',
  }),
})
export type BacktestReport = Static<typeof BacktestReport>

export const runBacktestRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/backtest',
  config: { access: admins, errors: [], subject: lot, limit: { max: 60, minutes: 5 }, weight: 50 },
  schema: {
    summary:
      'Preview the impact of other rules or prices on the actual bookings of the last 90 days. Nothing is changed',
    tags: ['rule sets'],
    params: LotParams,
    body: StrictObject({
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })),
      rule_set: Type.Optional(
        StrictObject({
          rule_set_id: Type.Optional(Id),
          is_default: Type.Optional(Type.Boolean()),
          rules: Rules,
        }),
      ),
      rates: Type.Optional(LotPricesInput),
      zone_rates: Type.Optional(
        Type.Array(StrictObject({ zone_id: Id, rates: RateSetInput }), { maxItems: 50 }),
      ),
      calendar_price: Type.Optional(
        StrictObject({ price_id: Type.Optional(Id), price: Nullable(ImaginedCalendarPrice) }),
      ),
    }),
    response: { 200: BacktestReport },
  },
})
