import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, Page, PageQuery, StrictObject } from '../common.ts'
import { route } from '../route.ts'

export const reportEmailRoute = route({
  method: 'POST',
  url: '/api/v1/email-reports',
  config: { access: ['anonymous'], errors: ['link_not_usable'], limit: { max: 20, minutes: 60 } },
  schema: {
    summary: 'Report an email that came unasked, by the token of the link in it. The platform looks at it',
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
    summary: 'Emails that their addressees reported, newest first, and how many were held back in a day',
    tags: ['platform'],
    querystring: Type.Object({ ...PageQuery }),
    response: {
      200: Type.Object({
        ...Page(EmailReport).properties,
        last_day: Type.Object({
          sent: Type.Integer({ description: 'Emails of the last 24 hours that were sent or wait to be.' }),
          suppressed: Type.Integer({
            description: 'Those that were held back because their addressee or lot had too many.',
          }),
        }),
      }),
    },
  },
})
