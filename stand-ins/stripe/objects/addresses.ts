import type Stripe from 'stripe'
import { address, type Read, shape, text, unsettable } from '../protocol/params.ts'

export function addressFrom(given: Partial<Read<typeof address>>): Stripe.Address {
  return {
    city: given.city ?? null,
    country: given.country ?? null,
    line1: given.line1 ?? null,
    line2: given.line2 ?? null,
    postal_code: given.postal_code ?? null,
    state: given.state ?? null,
  }
}

export const billing_params = shape({
  address: unsettable(address),
  email: unsettable(text),
  name: unsettable(text),
  phone: unsettable(text),
  tax_id: unsettable(text),
})

export function billingFrom(
  given: Read<typeof billing_params> | undefined,
  old?: Stripe.PaymentMethod.BillingDetails,
): Stripe.PaymentMethod.BillingDetails {
  return {
    address:
      given?.address !== undefined ? addressFrom(given.address ?? {}) : (old?.address ?? addressFrom({})),
    email: given?.email !== undefined ? given.email : (old?.email ?? null),
    name: given?.name !== undefined ? given.name : (old?.name ?? null),
    phone: given?.phone !== undefined ? given.phone : (old?.phone ?? null),
    tax_id: given?.tax_id !== undefined ? given.tax_id : (old?.tax_id ?? null),
  }
}
