import { VendorFault, VendorUnavailable } from '../../../net/vendor-errors.ts'
import { secondsOf } from '../../../net/vendor-network.ts'
import type { VendorNetwork, VendorResponse } from '../../../vendors.ts'
import { CredentialsRejected, PropertyNotReachable } from '../reading/errors.ts'
import { allAt, listOf, textAt } from '../reading/nodes.ts'
import { withRetries } from '../reading/retries.ts'
import { basicAuth, type ReadValues } from '../reading/values.ts'

export interface EntrataCall {
  group: string
  method: string
  version: string
  params: Readonly<Record<string, string>>
  /** The number of the page, and how many items it has; null for calls without pages. */
  page: { number: number; size: number } | null
  /** The property of the call, if it concerns one. */
  property_id: string | null
}

export interface EntrataAnswer {
  result: unknown
  /** Whether the vendor says that there is another page; null if it says nothing. */
  has_next: boolean | null
}

/** At most one call each second: Entrata counts calls by the minute. */
const pace_ms = 1_000

/** Returns the function that makes calls, one after another at the pace that Entrata asks for. */
export function entrataCalls(net: VendorNetwork, values: ReadValues) {
  let next_at = 0
  let requests = 0

  async function keepPace(signal: AbortSignal): Promise<void> {
    const now = net.now().getTime()
    const start = Math.max(now, next_at)
    next_at = start + pace_ms
    if (start > now) await net.wait(start - now, signal)
  }

  const once = async (call: EntrataCall, signal: AbortSignal): Promise<EntrataAnswer> => {
    await keepPace(signal)
    const key = values.text('api_key')
    const body = {
      auth: { type: key === null ? 'basic' : 'apikey' },
      requestId: String(++requests),
      method: { name: call.method, version: call.version, params: call.params },
    }
    const answer = await net.send(
      {
        method: 'POST',
        url: urlOf(values, call),
        headers: {
          'content-type': 'application/json; charset=UTF-8',
          accept: 'application/json',
          'x-send-pagination-links': '1',
          ...(key === null
            ? { authorization: basicAuth(values.text('username') ?? '', values.text('password') ?? '') }
            : { 'x-api-key': key }),
        },
        body: JSON.stringify(body),
      },
      signal,
    )
    const response = responseOf(answer)
    refuseError(answer, response, call, values, net.now())
    const wait_ms = waitOf(answer.headers)
    next_at = Math.max(next_at, net.now().getTime() + wait_ms)
    return { result: allAt(response, 'result')[0], has_next: hasNext(answer.headers, response) }
  }

  return (call: EntrataCall, signal: AbortSignal): Promise<EntrataAnswer> =>
    withRetries(net, signal, () => once(call, signal))
}

function urlOf(values: ReadValues, { group, page }: EntrataCall): string {
  const organization = values.text('organization') ?? ''
  const base = (values.text('service_url') ?? '').replace(/\/+$/, '')
  const own =
    values.text('api_key') === null ? legacyBase(base, organization) : `${base}/ext/orgs/${organization}/v1`
  const query = page === null ? '' : `?page_no=${page.number}&per_page=${page.size}`
  return `${own}/${group}${query}`
}

/** Accounts without a key are at the host of their organization, unless the address was changed, as for tests. */
const legacyBase = (base: string, organization: string): string =>
  base === 'https://apis.entrata.com' ? `https://${organization}.entrata.com/api/v1` : `${base}/api/v1`

function responseOf({ status, body }: VendorResponse): unknown {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''))
    const [response] = allAt(parsed, 'response')
    if (typeof response === 'object' && response !== null) return response
  } catch {
    // What the parser says quotes the body, which may contain credentials.
  }
  if (status >= 500) throw new VendorUnavailable(`Entrata is not available now (status ${status}).`)
  if (status === 401 || status === 403) return null
  throw new VendorFault(
    status === 200 ? 'The response is not one of Entrata.' : `Entrata answered with status ${status}.`,
  )
}

/** Reads errors from the body, because their status is often 200. */
function refuseError(
  answer: VendorResponse,
  response: unknown,
  call: EntrataCall,
  { redact }: ReadValues,
  now: Date,
): void {
  const { status, headers } = answer
  const [error] = allAt(response, 'error')
  const own = textAt(response, 'code')
  const code = Number(textAt(error, 'code') ?? (own !== '200' && error === undefined ? own : null) ?? 0)
  if (status === 200 && error === undefined && (own === null || own === '200')) return
  const said = textAt(error, 'message') ?? textAt(response, 'message') ?? textAt(error) ?? `status ${status}`
  const text = `Entrata answered with an error${code === 0 ? '' : ` (${code})`}: ${redact(said)}`
  if (status === 401 || status === 403 || rejects(code)) throw new CredentialsRejected(text)
  if (code === 310 || code === 429 || (code >= 500 && code < 600) || status >= 500)
    throw new VendorUnavailable(text, secondsOf(headers['retry-after'], now))
  if (
    call.property_id !== null &&
    /propert/i.test(said) &&
    /invalid|access|permission|not (?:found|exist|active|enabled)|does not/i.test(said)
  )
    throw new PropertyNotReachable(call.property_id, text)
  throw new VendorFault(text)
}

/** 1403: the organization doesn't belong to the key. The other codes of this family concern signing in. */
const rejects = (code: number): boolean =>
  code === 401 || code === 403 || code === 1403 || (code >= 100 && code < 200)

/** The links to other pages are in a header, or, as the documentation says, in the body. */
function hasNext(headers: VendorResponse['headers'], response: unknown): boolean | null {
  const link = headers['link']
  if (link !== undefined) return /rel="?next"?/i.test(link)
  const links = [
    ...allAt(response, 'links'),
    ...allAt(response, 'result', 'links'),
    ...allAt(response, 'link'),
  ]
  if (links.length === 0) return null
  return links.some(
    (each) => textAt(each, 'next') !== null || listOf(each).some((one) => textAt(one, 'rel') === 'next'),
  )
}

/**
 * Returns how long to pause. Limits are written as `15000/DAY;1000/HOUR;150/MINUTE`, and the seconds until they are full
 * again in the same order. With less than a twentieth of the hour left, the rest is for others who use the account.
 */
function waitOf(headers: VendorResponse['headers']): number {
  const limits = countsOf(headers['x-ratelimit-limit'])
  const left = countsOf(headers['x-ratelimit-remaining'])
  const resets = (headers['x-ratelimit-reset'] ?? '').split(';').map((text) => Number.parseInt(text, 10))
  const [, hour, minute] = resets
  const isLow = (unit: string, share: number) => {
    const limit = limits.get(unit)
    const rest = left.get(unit)
    return limit !== undefined && rest !== undefined && rest <= limit * share
  }
  const seconds = isLow('HOUR', 0.05) ? (hour ?? 0) : isLow('MINUTE', 0) ? (minute ?? 0) : 0
  return (Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 3_600) : 0) * 1_000
}

const countsOf = (text = ''): Map<string, number> =>
  new Map(
    text.split(';').flatMap((part) => {
      const [, count, unit = ''] = /^\s*(\d{1,9})\/(\w+)\s*$/.exec(part) ?? []
      return count === undefined ? [] : [[unit.toUpperCase(), Number(count)] as const]
    }),
  )
