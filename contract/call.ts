import type { Static, TSchema } from 'typebox'
import type { ErrorBody } from './errors.ts'
import type { Route } from './route.ts'

/** What a call takes, from its declaration. */
export type Input<R extends Route> = (R['schema'] extends { params: infer P extends TSchema }
  ? { params: Static<P> }
  : unknown) &
  (R['schema'] extends { body: infer B extends TSchema } ? { body: Static<B> } : unknown) &
  (R['schema'] extends { querystring: infer Q extends TSchema } ? { query: Static<Q> } : unknown) & {
    idempotency_key?: string
  }

type Answers<R extends Route> = R['schema']['response']
/** What a call answers when it succeeds. */
export type Output<R extends Route> = {
  [S in keyof Answers<R>]: Answers<R>[S] extends TSchema ? Static<Answers<R>[S]> : never
}[keyof Answers<R>]

/** A refused or failed call: `message` is fit to show. */
export class CallError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export interface CallOptions {
  /** Where the API is: `''` in the browser, its address on a server. */
  base: string
  headers?: Record<string, string>
  signal?: AbortSignal
  fetch?: typeof fetch
}

/** Makes one call of the API. Verb, path, input and answer all come from its declaration. */
export async function call<R extends Route>(
  route: R,
  input: Input<R>,
  options: CallOptions,
): Promise<Output<R>> {
  const { params, query, body, idempotency_key } = input as {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
    idempotency_key?: string
  }
  const answer = await (options.fetch ?? fetch)(options.base + address(route, params, query), {
    method: route.method,
    headers: {
      ...options.headers,
      // What kind of form it is and where its parts end, the browser says itself.
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...(idempotency_key ? { 'idempotency-key': idempotency_key } : {}),
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  })
  if (!answer.ok) throw new CallError(answer.status, await errorOf(answer))
  if (answer.status === 204) return null as Output<R>
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? true
  return (isJson ? await answer.json() : await fileOf(answer)) as Output<R>
}

/** What is answered as a file, under the name that the server gives it. */
async function fileOf(answer: Response): Promise<File> {
  const bytes = await answer.blob()
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''
  return new File([bytes], name, { type: bytes.type })
}

/** The path of a call with its parameters in place. */
export function address(
  route: Route,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = route.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

async function errorOf(answer: Response): Promise<ErrorBody> {
  try {
    const body = (await answer.json()) as ErrorBody
    if (typeof body.message === 'string') return body
  } catch {
    // Not ours: a proxy's page, or nothing at all.
  }
  return {
    message: 'The service cannot be reached just now. Try again in a moment.',
    code: 'unavailable',
    request_id: '',
  }
}
