import { CallError, call, type Input, type Output } from '@openspot/contract/call.ts'
import { callerAddressHeader } from '@openspot/contract/caller.ts'
import type { Route } from '@openspot/contract/route.ts'
import { localeHeader } from '@openspot/messages/locales.ts'
import { type Client, clientHeaders } from './api.ts'
import { apiUrl } from './env.ts'

/** The result of a call during rendering: data, or the error as plain data that can be passed to a page. */
export type Answer<T> = { ok: true; data: T } | { ok: false; status: number; code: string; message: string }

/**
 * Headers of a page's request that identify the visitor and their address, so that limits count the visitor rather than
 * this server.
 */
export interface Visitor {
  cookie?: string | undefined
  [callerAddressHeader]?: string | string[] | undefined
  'x-forwarded-for'?: string | string[] | undefined
  /** Identifies the page's request and its API calls in the log. */
  'x-request-id'?: string | string[] | undefined
  /** The locale of the page, in which lots’ own texts are. */
  [localeHeader]?: string | string[] | undefined
}

/** Calls the API while rendering on the server, for the person who made the page's request. */
export async function fetchForPage<R extends Route>(
  visitor: Visitor,
  route: R,
  input: Input<R>,
  client: Client = 'web',
): Promise<Answer<Output<R>>> {
  try {
    const signed = visitor[callerAddressHeader]
    const from = visitor['x-forwarded-for']
    const id = visitor['x-request-id']
    const locale = visitor[localeHeader]
    const headers = {
      ...clientHeaders(client),
      ...(visitor.cookie ? { cookie: visitor.cookie } : {}),
      ...(signed ? { [callerAddressHeader]: String(signed) } : {}),
      ...(from ? { 'x-forwarded-for': String(from) } : {}),
      ...(locale ? { [localeHeader]: String(locale) } : {}),
      ...(id ? { 'x-request-id': String(id) } : {}),
    }
    return { ok: true, data: await call(route, input, { base: apiUrl(), headers }) }
  } catch (error) {
    if (error instanceof CallError) {
      return { ok: false, status: error.status, code: error.body.code, message: error.message }
    }
    return { ok: false, status: 503, code: 'unavailable', message: '' }
  }
}
