import { invoiceLineKinds } from '@openspot/core/invoices/lines.ts'
import { quoteUnits } from '@openspot/core/quote/types.ts'
import { type Static, Type } from 'typebox'
import { Cents, Instant, Nullable, StringEnum } from '../common.ts'

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
