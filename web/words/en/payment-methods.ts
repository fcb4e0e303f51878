import type { PaymentInstrument } from '@openspot/core/enums.ts'
import { formatInstrument } from '@openspot/core/invoices/in-words.ts'

const instruments: Record<PaymentInstrument, string> = { CARD: 'Card', US_BANK_ACCOUNT: 'Bank account' }

export const paymentMethods = {
  title: 'Ways to pay',
  add: 'Add a card',
  name: (brand: string, last4: string | null) =>
    last4 === null ? 'What I have earned' : formatInstrument(brand, last4),
  kindOf: (instrument: PaymentInstrument | null) =>
    instrument === null ? 'From letting my spot' : instruments[instrument],
  expires: (month: number, year: number) =>
    `Until ${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`,
  isDefault: 'Offered first',
  makeDefault: 'Offer first',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'It is forgotten here and at the card provider. Stays that are paid stay paid.',
  keep: 'Keep it',
  saved: 'Saved',
  emptyTitle: 'No way to pay yet',
  emptyText:
    'Add a card once and book with one press from then on. Its number is kept by the card provider, not by us.',
}
