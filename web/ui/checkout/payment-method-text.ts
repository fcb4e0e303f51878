import type { PaymentInstrument } from '@openspot/core/enums.ts'
import { brandName, NO_DIGITS } from '@openspot/core/invoices/lines.ts'
import type { Translate } from '@openspot/messages/translate.ts'

/** Names a payment method, such as "Visa ending in 4242" or "Link". With null as its digits it is the balance of earnings. */
export function paymentMethodName(t: Translate, brand: string, last4: string | null): string {
  if (last4 === null) return t('paymentMethods.fromEarnings')
  const name = brandName(brand)
  return last4 === NO_DIGITS ? name : t('paymentMethods.endingIn', { brand: name, last4 })
}

/** The kind of a payment method; null is the balance of earnings. */
export const paymentMethodKind = (t: Translate, instrument: PaymentInstrument | null): string =>
  instrument === null ? t('paymentMethods.earningsText') : t(`paymentMethods.kinds.${instrument}`)

/** "Expires 04/28", as it is printed on the card. */
export const expiryText = (t: Translate, month: number, year: number): string =>
  t('paymentMethods.expires', {
    date: `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`,
  })
