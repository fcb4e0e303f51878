import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { requestIdHeader } from '@openspot/api/plugins/request-ids.ts'
import type { Ports } from '@openspot/api/ports.ts'
import { callerAddressHeader } from '@openspot/contract/caller.ts'
import { splitLanguage } from '@openspot/messages/language-paths.ts'
import { localeHeader } from '@openspot/messages/locales.ts'
import inject, { type DispatchFunc } from 'light-my-request'
import { acceptsBrotli } from './page-files.ts'

/** About 300 pages of results. */
const MOST_BYTES = 32 * 1024 * 1024
const LONGEST_URL = 600
/** Whatever is sent to these pages by someone without a session is the same for everyone in a locale. */
const SHARED =
  /^\/(?:$|\?|l\/[\w-]+(?:$|\?)|parking(?:$|[/?])|(?:help|terms|privacy|list-your-parking)(?:$|\?))/
/** The headers that a rendering gets; the address is only for the limits of the API. */
const NEEDED = [localeHeader, callerAddressHeader, 'x-forwarded-for', requestIdHeader] as const

const compressed = promisify(brotliCompress)
/** Compresses better than gzip, as fast. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export interface SharedPage {
  rendered_at: number
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Made when the first browser accepts it. */
  brotli: Promise<Buffer> | null
  /** Sources that a content security policy must allow for the scripts in the page. */
  script_hashes: string[]
}

/**
 * Keeps rendered public pages for as long as the operator allows, two seconds by default, so that many visitors at once cost one
 * rendering. A page is rendered without the cookies
 * and the browser of the visitor, so it has nothing personal; who is signed in gets pages of their own. Its inline scripts are allowed
 * by their hashes, because a nonce must be new in each response.
 */
export class PageCache {
  readonly #ports: Pick<Ports, 'now'>
  readonly #fresh_ms: number
  readonly #pages = new Map<string, SharedPage>()
  readonly #rendering = new Map<string, Promise<SharedPage>>()
  #bytes = 0

  /** `fresh_ms` is how long a page is sent again. */
  constructor(ports: Pick<Ports, 'now'>, fresh_ms: number) {
    this.#ports = ports
    this.#fresh_ms = fresh_ms
  }

  /** Whether the page of a request is the same for everyone in its locale. */
  static isShared({ method = '', url = '', headers }: IncomingMessage): boolean {
    return (
      ['GET', 'HEAD'].includes(method) &&
      url.length <= LONGEST_URL &&
      SHARED.test(splitLanguage(url).path) &&
      !hasSession(headers.cookie) &&
      headers.authorization === undefined
    )
  }

  /** Returns the page if it was rendered recently enough. */
  find(request: IncomingMessage): SharedPage | null {
    const page = this.#pages.get(keyOf(request))
    return page && this.#isFresh(page) ? page : null
  }

  #isFresh({ rendered_at }: SharedPage): boolean {
    const age = this.#ports.now().getTime() - rendered_at
    return age >= 0 && age < this.#fresh_ms
  }

  /** Renders the page; requests for it at the same time wait for the same rendering. */
  render(request: IncomingMessage, render: DispatchFunc): Promise<SharedPage> {
    const key = keyOf(request)
    const running = this.#rendering.get(key)
    if (running) return running
    const rendering = this.#renderAnew(request, render)
      .then((page) => {
        if (page.status === 200 && page.headers['set-cookie'] === undefined) this.#keep(key, page)
        return page
      })
      .finally(() => this.#rendering.delete(key))
    this.#rendering.set(key, rendering)
    return rendering
  }

  async #renderAnew({ url = '/', headers }: IncomingMessage, render: DispatchFunc): Promise<SharedPage> {
    const rendered_at = this.#ports.now().getTime()
    const answer = await inject(render, { method: 'GET', url, headers: onlyNeeded(headers) })
    const { 'content-length': _, 'transfer-encoding': __, ...others } = answer.headers
    const isHtml = (others['content-type'] ?? '').startsWith('text/html')
    return {
      rendered_at,
      status: answer.statusCode,
      headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
      body: answer.rawPayload,
      brotli: null,
      script_hashes: isHtml ? hashesOf(answer.payload) : [],
    }
  }

  #keep(key: string, page: SharedPage): void {
    this.#drop(key)
    this.#pages.set(key, page)
    this.#bytes += page.body.length
    for (const [oldest, kept] of this.#pages) {
      if (this.#bytes <= MOST_BYTES && this.#isFresh(kept)) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#pages.get(key)?.body.length ?? 0
    this.#pages.delete(key)
  }
}

/** Sends a shared page. `policy` makes the content security policy from the sources of its scripts. */
export async function sendSharedPage(
  page: SharedPage,
  request: IncomingMessage,
  response: ServerResponse,
  policy: (scripts: string) => string,
): Promise<void> {
  const isCompressed = acceptsBrotli(request.headers['accept-encoding']) && page.body.length > 0
  if (isCompressed) page.brotli ??= compressed(page.body, QUICKLY)
  const body = isCompressed && page.brotli ? await page.brotli : page.body
  response.writeHead(page.status, {
    ...page.headers,
    'content-security-policy': policy(page.script_hashes.join(' ')),
    'content-length': body.length,
    vary: 'Accept-Encoding',
    ...(isCompressed ? { 'content-encoding': 'br' } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const keyOf = ({ url = '/', headers }: IncomingMessage): string => `${String(headers[localeHeader])} ${url}`

const hasSession = (cookie: string | undefined): boolean =>
  /(?:^|;\s*)(?:__Host-)?openspot=/.test(cookie ?? '')

const onlyNeeded = (headers: IncomingHttpHeaders): Record<string, string> => ({
  accept: 'text/html',
  ...Object.fromEntries(
    NEEDED.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  ),
})

/** The hashes of the inline scripts of a page; data in a script element is not run. */
function hashesOf(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes) || /\btype="application\/(?:ld\+)?json"/.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  }
  return [...hashes]
}
