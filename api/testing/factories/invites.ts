import type { Input } from '@openspot/contract/call.ts'
import { acceptInviteRoute, createInviteRoute, type MadeInvite } from '@openspot/contract/people/invites.ts'
import type { TestApi } from '../api.ts'
import type { Person } from './people.ts'

export type InviteBody = Input<typeof createInviteRoute>['body']

export const invite = (api: TestApi, by: Person, body: InviteBody): Promise<MadeInvite> =>
  api.call(createInviteRoute, { body }, by.token)

export const inviteRefusal = (api: TestApi, by: Person, body: InviteBody) =>
  api.refusal(createInviteRoute, { body }, by.token)

/** Returns the token of the newest invite email to an address. */
export async function tokenTo(api: TestApi, email: string): Promise<string> {
  const { body_text } = await api.deps.database.db
    .selectFrom('emails')
    .select('body_text')
    .where('to_address', '=', email)
    .where('kind', '=', 'invite')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return tokenIn(body_text)
}

export const tokenIn = (text: string | null): string => /\/invite\/(\w+)/.exec(text ?? '')?.[1] ?? ''

export const accept = (api: TestApi, by: Person, which: Input<typeof acceptInviteRoute>['body']) =>
  api.call(acceptInviteRoute, { body: which }, by.token)

export const acceptRefusal = (api: TestApi, by: Person, which: Input<typeof acceptInviteRoute>['body']) =>
  api.refusal(acceptInviteRoute, { body: which }, by.token)
