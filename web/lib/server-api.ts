import { CallError, call, type Input, type Output } from '@openspot/contract/call.ts'
import type { Route } from '@openspot/contract/route.ts'
import { type Client, clientHeaders } from './api.ts'
import { apiUrl } from './env.ts'

/** What came of a call made while rendering: data, or the refusal as plain data that a page can be given. */
export type Answer<T> = { ok: true; data: T } | { ok: false; status: number; code: string; message: string }

/** Asks the API while rendering on the server, as the person whose cookie came with the page's request. */
export async function askFor<R extends Route>(
  cookie: string | undefined,
  route: R,
  input: Input<R>,
  client: Client = 'web',
): Promise<Answer<Output<R>>> {
  try {
    const headers = { ...clientHeaders(client), ...(cookie ? { cookie } : {}) }
    return { ok: true, data: await call(route, input, { base: apiUrl(), headers }) }
  } catch (error) {
    if (error instanceof CallError) {
      return { ok: false, status: error.status, code: error.body.code, message: error.message }
    }
    return { ok: false, status: 503, code: 'unavailable', message: '' }
  }
}
