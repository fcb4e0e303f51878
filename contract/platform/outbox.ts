import { emailStates } from '@openspot/core/enums.ts'
import { deliveryStates } from '@openspot/core/notifications/enums.ts'
import { type Static, Type } from 'typebox'
import { FileAnswer, Id, Instant, Nullable, Page, PageQuery, StringEnum } from '../common.ts'
import { route } from '../route.ts'

export const OutboxEmail = Type.Object({
  id: Id,
  to_address: Type.String(),
  subject: Type.String(),
  body_text: Type.String(),
  body_html: Type.String(),
  kind: Type.String(),
  state: StringEnum(emailStates),
  created_at: Instant,
  sent_at: Nullable(Instant),
  attachments: Type.Array(Type.Object({ invoice_id: Nullable(Id), file_name: Type.String() }), {
    description: 'Attached receipts, each with its invoice, and the calendar file, which has none.',
  }),
})
export type OutboxEmail = Static<typeof OutboxEmail>

/** Only in the local environment, where it replaces a mailbox. */
export const listOutboxRoute = route({
  method: 'GET',
  url: '/api/v1/outbox/emails',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary: 'List emails, newest first (local environment only)',
    tags: ['stand-ins'],
    querystring: Type.Object({ to_address: Type.Optional(Type.String()), ...PageQuery }),
    response: { 200: Page(OutboxEmail) },
  },
})

export const getOutboxEmailRoute = route({
  method: 'GET',
  url: '/api/v1/outbox/emails/:email_id',
  config: { access: ['anonymous'], errors: ['not_found'] },
  schema: {
    summary: 'Get an email (local environment only)',
    tags: ['stand-ins'],
    params: Type.Object({ email_id: Id }),
    response: { 200: OutboxEmail },
  },
})

export const OutboxText = Type.Object({
  id: Id,
  to_phone: Type.String(),
  body: Type.String(),
  kind: Type.String(),
  state: StringEnum(deliveryStates),
  error: Nullable(Type.String()),
  created_at: Instant,
  sent_at: Nullable(Instant),
})
export type OutboxText = Static<typeof OutboxText>

export const listOutboxTextsRoute = route({
  method: 'GET',
  url: '/api/v1/outbox/texts',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary: 'List text messages, newest first (local environment only)',
    tags: ['stand-ins'],
    querystring: Type.Object({ to_phone: Type.Optional(Type.String()), ...PageQuery }),
    response: { 200: Page(OutboxText) },
  },
})

export const getOutboxReceiptRoute = route({
  method: 'GET',
  url: '/api/v1/outbox/emails/:email_id/receipts/:invoice_id',
  config: { access: ['anonymous'], errors: ['invoice_not_paid', 'not_found'] },
  schema: {
    summary: 'Get an attached receipt of an email (local environment only)',
    tags: ['stand-ins'],
    params: Type.Object({ email_id: Id, invoice_id: Id }),
    response: { 200: FileAnswer('application/pdf', 'The receipt as it would be sent now.') },
  },
})

export const getOutboxCalendarFileRoute = route({
  method: 'GET',
  url: '/api/v1/outbox/emails/:email_id/calendar-file',
  config: { access: ['anonymous'], errors: ['not_found'] },
  schema: {
    summary: 'Get the attached calendar file of an email (local environment only)',
    tags: ['stand-ins'],
    params: Type.Object({ email_id: Id }),
    response: { 200: FileAnswer('text/calendar', 'The calendar file as it would be sent now.') },
  },
})
