import { type Static, Type } from 'typebox'
import { Cents, Currency, Id, Nullable } from '../common.ts'
import { PriceLine } from '../money/price-lines.ts'

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
