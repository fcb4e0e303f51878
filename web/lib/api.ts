import { CallError, call, type Input, type Output } from '@openspot/contract/call.ts'
import { clientHeader, platformHeader, timeZoneHeader } from '@openspot/contract/identity/users.ts'
import type { Route } from '@openspot/contract/route.ts'
import { localeHeader } from '@openspot/messages/locales.ts'

/** Which of the product's clients is calling: `web` for drivers and the public, `admin` for the staff console. */
export type Client = 'web' | 'admin'

export const clientHeaders = (client: Client): Record<string, string> => ({
  [clientHeader]: client,
  [platformHeader]: client === 'admin' ? 'admin-web' : 'unknown',
})

/** Ends a call with a note when its query is canceled, so that the reason is in reports and in the developer tools. */
function withNote(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort(new DOMException('The query was canceled.', 'AbortError'))
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return controller.signal
}

/** Calls the API from the browser: same origin, with the session cookie. */
export const callApi = <R extends Route>(
  route: R,
  input: Input<R>,
  { client = 'web', signal }: { client?: Client; signal?: AbortSignal } = {},
): Promise<Output<R>> =>
  call(route, input, {
    base: '',
    headers: {
      ...clientHeaders(client),
      [localeHeader]: document.documentElement.lang,
      [timeZoneHeader]: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    ...(signal ? { signal: withNote(signal) } : {}),
  })

/** Returns the code of an API error (`spot_taken`, …); null if the response was not ours. */
export const codeOf = (error: unknown): string | null => (error instanceof CallError ? error.body.code : null)
/** Returns the field that was refused, with its message. */
export const fieldOf = (error: unknown): { field: string; message: string } | null =>
  error instanceof CallError && error.body.field
    ? { field: error.body.field, message: error.body.message }
    : null
