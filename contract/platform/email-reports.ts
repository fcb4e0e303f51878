import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, Page, PageQuery, StrictObject } from '../common.ts'
import { route } from '../route.ts'

export const reportEmailRoute = route({
  method: 'POST',
  url: '/api/v1/email-reports',
  config: { access: ['anonymous'], errors: ['link_not_usable'], limit: { max: 20, minutes: 60 } },
  schema: {
    summary: 'Report an unwanted email by the token of the link in it. The platform reviews it',
    tags: ['platform'],
    body: StrictObject({
      token: Type.String({ minLength: 20, maxLength: 200 }),
      note: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' })),
    }),
    response: { 201: Type.Object({ subject: Type.String() }) },
  },
})

export const EmailReport = Type.Object({
  id: Id,
  lot: Nullable(Type.Object({ id: Id, name: Type.String() })),
  to_address: Type.String(),
  subject: Type.String(),
  note: Nullable(Type.String()),
  created_at: Instant,
})
export type EmailReport = Static<typeof EmailReport>

export const listEmailReportsRoute = route({
  method: 'GET',
  url: '/api/v1/platform/email-reports',
  config: { access: ['platform_admin'], errors: [] },
  schema: {
    summary: 'List reported emails, newest first, and the number held back in the last day',
    tags: ['platform'],
    querystring: Type.Object({ ...PageQuery }),
    response: {
      200: Type.Object({
        ...Page(EmailReport).properties,
        last_day: Type.Object({
          sent: Type.Integer({
            description: 'Number of emails of the last 24 hours that were sent or are waiting.',
          }),
          suppressed: Type.Integer({
            description: 'Number of emails held back because of the limits of their addressee or lot.',
          }),
        }),
      }),
    },
  },
})
