import type { Static, TSchema } from 'typebox'
import type { ErrorBody } from './errors.ts'
import type { Route } from './route.ts'

/** The input of a call, derived from its declaration. */
export type Input<R extends Route> = (R['schema'] extends { params: infer P extends TSchema }
  ? { params: Static<P> }
  : unknown) &
  (R['schema'] extends { body: infer B extends TSchema } ? { body: Static<B> } : unknown) &
  (R['schema'] extends { querystring: infer Q extends TSchema } ? { query: Static<Q> } : unknown) & {
    idempotency_key?: string
  }

type Answers<R extends Route> = R['schema']['response']
/** The result of a successful call. */
export type Output<R extends Route> = {
  [S in keyof Answers<R>]: Answers<R>[S] extends TSchema ? Static<Answers<R>[S]> : never
}[keyof Answers<R>]

/** A refused or failed call; `message` can be shown to the user. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export interface CallOptions {
  /** The base URL of the API: `''` in the browser, its address on a server. */
  base: string
  headers?: Record<string, string>
  signal?: AbortSignal
  fetch?: typeof fetch
}

/**
 * Calls the API. Method, path, input, and result come from the declaration of the route. Throws CallError for every
 * status outside 2xx.
 */
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
      // The browser sets the content type of a form itself, including the boundary.
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

/** Returns a file response with the name given by the server. */
async function fileOf(answer: Response): Promise<File> {
  const bytes = await answer.blob()
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''
  return new File([bytes], name, { type: bytes.type })
}

/** Returns the path of a call with its parameters and query. */
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
    // The body is not ours: a proxy's error page, or empty.
  }
  return {
    message: 'The service cannot be reached right now. Try again in a moment.',
    code: 'unavailable',
    request_id: '',
  }
}
