import type { Input, Output } from '@openspot/contract/call.ts'
import { callerAddressHeader } from '@openspot/contract/caller.ts'
import type { Route } from '@openspot/contract/route.ts'
import { localeHeader } from '@openspot/messages/locales.ts'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { Client } from './api.ts'
import { type Answer, fetchForPage } from './server-api.ts'

/** Calls the API while rendering a page of the app router, as whoever opened it. */
export async function fetchAsVisitor<R extends Route>(
  route: R,
  input: Input<R>,
  client: Client = 'web',
): Promise<Answer<Output<R>>> {
  const from = await headers()
  const visitor = {
    cookie: from.get('cookie') ?? undefined,
    [callerAddressHeader]: from.get(callerAddressHeader) ?? undefined,
    'x-forwarded-for': from.get('x-forwarded-for') ?? undefined,
    'x-request-id': from.get('x-request-id') ?? undefined,
    [localeHeader]: from.get(localeHeader) ?? undefined,
  }
  return fetchForPage(visitor, route, input, client)
}

/**
 * Calls the API while rendering a page of the app router, as the person who opened it. An anonymous visitor is
 * redirected to sign in and returns to `path`; the page handles every other error.
 */
export async function fetchPage<R extends Route>(
  path: string,
  route: R,
  input: Input<R>,
  client: Client = 'web',
  signIn: '/sign-in' | '/sign-up' = '/sign-in',
): Promise<Answer<Output<R>>> {
  const answer = await fetchAsVisitor(route, input, client)
  if (!answer.ok && answer.status === 401) redirect(`${signIn}?next=${encodeURIComponent(path)}`)
  return answer
}
