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

/** Returns the usual name of a card's brand, or the brand itself if it is unknown. */
export const brandName = (brand: string): string => brands[brand.toLowerCase()] ?? brand
