import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { PaymentMethodsScreen } from '@/features/money/payment-methods/payment-methods-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('paymentMethods.title'))

export default async function PaymentMethods() {
  const methods = await fetchPage('/me/payment-methods', listPaymentMethodsRoute, {})
  return <PaymentMethodsScreen initial={methods.ok ? methods.data : null} />
}
