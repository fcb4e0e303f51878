import { invoiceLineKinds } from '@openspot/core/invoices/lines.ts'
import { quoteUnits } from '@openspot/core/quote/types.ts'
import { type Static, Type } from 'typebox'
import { Cents, Currency, Id, Instant, Nullable, StringEnum } from '../common.ts'

/** One line of a price, in order of calculation. `amount_cents` is `quantity` times `unit_cents`. */
export const PriceLine = Type.Object({
  kind: StringEnum(invoiceLineKinds),
  unit: Nullable(StringEnum(quoteUnits)),
  quantity: Type.Integer(),
  unit_cents: Cents,
  amount_cents: Cents,
  starts_at: Nullable(Instant),
  ends_at: Nullable(Instant),
  because: Nullable(
    Type.String({
      description: 'Names of the calendar prices that changed the price from the base rate.',
    }),
  ),
})
export type PriceLine = Static<typeof PriceLine>

/** The total price of a reservation, which is the sum of the lines. */
export const Price = Type.Object({
  currency: Currency,
  lines: Type.Array(PriceLine),
  total_cents: Cents,
})
export type Price = Static<typeof Price>

/** The price of a reservation, or the reason why there is none. */
export const Offer = Type.Object({
  price: Nullable(Price),
  refusal: Nullable(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      rule: Nullable(Type.String({ description: 'The rule that does not allow it.' })),
      rule_set: Nullable(Type.Object({ id: Id, name: Type.String(), version: Type.Integer() })),
      details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
})
export type Offer = Static<typeof Offer>
