import { Type } from 'typebox'
import { Id, StrictObject } from '../common.ts'
import { route } from '../route.ts'
import { AdminInvoice } from './adjustments.ts'
import { Invoice } from './invoices.ts'

const admins = ['admin', 'super_admin', 'platform_admin'] as const
const subject = { kind: 'invoice', in: 'params', name: 'invoice_id' } as const
const params = Type.Object({ invoice_id: Id })

export const contestBillRoute = route({
  method: 'POST',
  url: '/api/v1/invoices/:invoice_id/contest',
  config: { access: ['resource_owner'], errors: ['bill_not_open'], subject, limit: { max: 20, minutes: 60 } },
  schema: {
    summary: 'Contest a bill. It is never charged; staff can see the reason and withdraw it',
    tags: ['payments'],
    params,
    body: StrictObject({ reason: Type.String({ minLength: 1, maxLength: 500 }) }),
    response: { 200: Invoice },
  },
})

export const withdrawBillRoute = route({
  method: 'POST',
  url: '/api/v1/invoices/:invoice_id/withdraw',
  config: { access: admins, errors: ['approval_by_another', 'bill_not_open'], subject },
  schema: {
    summary: 'Withdraw a bill that is not paid. The driver is notified',
    tags: ['payments'],
    params,
    response: { 200: AdminInvoice },
  },
})

export const approveBillRoute = route({
  method: 'POST',
  url: '/api/v1/invoices/:invoice_id/approve',
  config: { access: admins, errors: ['approval_by_another', 'bill_not_open'], subject },
  schema: {
    summary:
      'Approve a bill that another admin requested and that exceeds the approval limit of the lot. The driver sees it only after approval',
    tags: ['payments'],
    params,
    response: { 200: AdminInvoice },
  },
})
