import { quoteLineKinds } from '../quote/types.ts'

/** The quote's line kinds plus prices set by staff and corrections of an invoice. */
export const invoiceLineKinds = [
  ...quoteLineKinds,
  'PRICE_CHANGE',
  'STAFF_PRICE',
  'CORRECTION',
  'PART_MONTH',
  'FINE',
  'PLAN',
] as const
export type InvoiceLineKind = (typeof invoiceLineKinds)[number]

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  link: 'Link',
  bank: 'Bank account',
}

/** Stands in a payment method for digits that there are none of: Link may pay from a bank account. */
export const NO_DIGITS = '0000'

/** Returns the usual name of a card's brand, or the brand itself if it is unknown. */
export const brandName = (brand: string): string => brands[brand.toLowerCase()] ?? brand
