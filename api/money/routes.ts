import { accountRoutes } from './accounts/accounts.routes.ts'
import { adjustmentRoutes } from './adjustments/adjustments.routes.ts'
import { billRoutes } from './adjustments/bills.routes.ts'
import { failedRefundRoutes } from './adjustments/failed-refunds.routes.ts'
import { disputeRoutes } from './disputes/disputes.routes.ts'
import { earningsStatementRoutes } from './earnings-statements/statements.routes.ts'
import { invoiceRoutes } from './invoices/invoices.routes.ts'
import { paymentMethodRoutes } from './payment-methods/payment-methods.routes.ts'
import { payoutRoutes } from './payouts/payouts.routes.ts'
import { receiptRoutes } from './receipts/receipts.routes.ts'
import { reconciliationRoutes } from './reconciliation/reconciliation.routes.ts'
import { subscriptionRoutes } from './subscriptions/subscriptions.routes.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'

/** Routes of payments, invoices, payouts, subscriptions, and reconciliation. */
export const moneyRoutes = [
  paymentMethodRoutes,
  invoiceRoutes,
  receiptRoutes,
  earningsStatementRoutes,
  adjustmentRoutes,
  billRoutes,
  failedRefundRoutes,
  disputeRoutes,
  accountRoutes,
  payoutRoutes,
  subscriptionRoutes,
  reconciliationRoutes,
  webhookRoutes,
]
