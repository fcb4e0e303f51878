import { clientKinds, clientPlatforms, signInMethods } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, NoContent, Nullable, StringEnum } from '../common.ts'
import { route } from '../route.ts'

/** One of the caller's active sessions. */
export const Session = Type.Object({
  id: Id,
  is_this: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  method: Nullable(StringEnum(signInMethods)),
  client_kind: Nullable(StringEnum(clientKinds)),
  client_platform: Nullable(StringEnum(clientPlatforms)),
  user_agent: Nullable(Type.String({ description: 'The browser or app, from its user agent.' })),
  signed_in_at: Instant,
  last_seen_at: Nullable(
    Type.String({ format: 'date-time', description: 'When it was last used, to within ten minutes.' }),
  ),
  expires_at: Instant,
})
export type Session = Static<typeof Session>

export const listSessionsRoute = route({
  method: 'GET',
  url: '/api/v1/sessions',
  config: { access: ['user'], errors: [], is_secret: true },
  schema: {
    summary: 'List my sessions, newest first',
    tags: ['sessions'],
    response: { 200: Type.Object({ items: Type.Array(Session) }) },
  },
})

export const endSessionRoute = route({
  method: 'DELETE',
  url: '/api/v1/sessions/:session_id',
  config: {
    access: ['resource_owner'],
    errors: [],
    subject: { kind: 'session', in: 'params', name: 'session_id' },
  },
  schema: {
    summary: 'Sign out a session. Takes effect with its next request',
    tags: ['sessions'],
    params: Type.Object({ session_id: Id }),
    response: { 204: NoContent },
  },
})

export const endOtherSessionsRoute = route({
  method: 'DELETE',
  url: '/api/v1/sessions',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'Sign out all other sessions. Earlier links and tokens of linked services stop working',
    tags: ['sessions'],
    response: { 200: Type.Object({ ended: Type.Integer() }) },
  },
})
