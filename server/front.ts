import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '@openspot/api/app/app.ts'
import { metricsBehindToken } from '@openspot/api/platform/observability/metrics-endpoint.ts'
import type { Observability } from '@openspot/api/platform/observability/observe.ts'
import { addressOf, mayNameRequest, signAddress } from '@openspot/api/plugins/caller-address.ts'
import { requestIdHeader, requestIdOf } from '@openspot/api/plugins/request-ids.ts'
import { isOverloaded } from '@openspot/api/plugins/shedding.ts'
import type { Ports } from '@openspot/api/ports.ts'
import type { Secrets } from '@openspot/api/secrets.ts'
import type { CardForm } from '@openspot/api/stripe.ts'
import { callerAddressHeader } from '@openspot/contract/caller.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { splitLanguage } from '@openspot/messages/language-paths.ts'
import { localeCookie, localeCookieIn, localeHeader } from '@openspot/messages/locales.ts'
import { answerAtEdge } from './edge.ts'
import { answerHealth } from './health-answers.ts'
import { localeOfRequest } from './locale.ts'
import { PageCache, type SharedPage, sendSharedPage } from './page-cache.ts'
import { contentPolicy, pageHeaders } from './page-headers.ts'
import { unavailable } from './relay.ts'
import { securityTxt } from './security-txt.ts'
import { busyPage, sendPage, startingPage } from './static-pages.ts'
import { watchPage } from './watch-pages.ts'
import type { Web } from './web.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** The parts that have started so far. */
export interface Parts {
  app: App | null
  api: Handler
  web: Web | null
  secrets: Secrets | null
  /** What pages may load from the card provider. */
  card_form: CardForm | null
}

interface Front {
  settings: Settings
  ports: Ports
  watch: Observability
}

/** Paths equal to /api or below it belong to the API, and so does the tunnel of error reports; all others to the web. */
const isApiPath = (url: string) => /^\/(?:api(?:[/?#]|$)|m(?:[?#]|$))/.test(url)

/** Returns the one request handler of this process. */
export function answerWith({ settings, ports, watch }: Front, parts: Parts): Handler {
  const reportPages = securityTxt(settings, ports)
  const giveMetrics = metricsBehindToken(watch, settings.metrics.token)
  const pages = { in_work: 0, shared: new PageCache(ports, settings.shared_page_seconds * 1000) }
  const answerOthers: Handler = (request, response) => {
    if (answerAtEdge(request, response, settings)) return
    if (answerHealth(request, response, watch.health)) return
    if (giveMetrics(request, response)) return
    if (reportPages(request, response)) return
    nameCaller(request, settings, parts.secrets)
    if (isApiPath(request.url ?? '')) return parts.api(request, response)
    return answerPage({ settings, ports, watch }, pages, parts, request, response)
  }
  return (request, response) => {
    const id = requestIdOf(request, ports, mayNameRequest(settings, parts.secrets))
    response.setHeader(requestIdHeader, id)
    request.headers[requestIdHeader] = id
    const { url = '' } = request
    // The API records its own requests, because it knows more about them.
    if (parts.app && isApiPath(url) && request.method !== 'TRACE') return parts.app.routing(request, response)
    const routeOf = (path: string) => parts.web?.routeOf(path) ?? null
    return watchPage(request, response, watch, routeOf, () => answerOthers(request, response))
  }
}

/** Returns the API itself, or an error if only jobs are run. */
export const apiHandler = (app: App | null): Handler =>
  app ? (request, response) => app.routing(request, response) : unavailableApi

export const unavailableApi: Handler = (_request, response) => unavailable(response)

/** Tells the API in the request headers for whom a page is rendered or a call is relayed. */
function nameCaller(request: IncomingMessage, settings: Settings, secrets: Secrets | null): void {
  const { headers } = request
  if (secrets) {
    headers[callerAddressHeader] = signAddress(secrets, addressOf(request, settings.trusted_proxies))
  } else {
    delete headers[callerAddressHeader]
    headers['x-forwarded-for'] = [headers['x-forwarded-for'], request.socket.remoteAddress]
      .filter(Boolean)
      .join(', ')
  }
}

/** A visitor who comes to a page in a language without having chosen one reads the next pages in it, until the browser is closed. */
function keepLanguage({ url = '/', headers }: IncomingMessage, response: ServerResponse): void {
  const { locale } = splitLanguage(url)
  if (locale !== null && localeCookieIn(headers.cookie) === null)
    response.setHeader('set-cookie', `${localeCookie}=${locale}; path=/; samesite=lax`)
}

/** The server of pages takes other verbs and unreadable paths for files of its own in development. */
const isOfPageServer = (url: string) => /^\/_{1,2}next/.test(url)

/** Answers with the page for a wrong method or an unreadable path; the page server would show a page, or say that there is none. */
function showRefusal(request: IncomingMessage, response: ServerResponse): void {
  const { url = '/', method = 'GET' } = request
  if (isOfPageServer(url)) return
  if (!['GET', 'HEAD'].includes(method)) {
    response.setHeader('allow', 'GET, HEAD')
    request.method = 'GET'
    request.url = '/405'
  } else if (!isReadable(url)) request.url = '/400'
}

function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** This many pages may be rendered at once even if the event loop is late. */
const FEW_PAGES = 8

function answerPage(
  { settings, ports, watch }: Front,
  pages: { in_work: number; shared: PageCache },
  { web, card_form }: Pick<Parts, 'web' | 'card_form'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (!settings.roles.web) return unavailable(response)
  for (const [name, value] of Object.entries(pageHeaders(settings, card_form)))
    response.setHeader(name, value)
  if (!web) return sendPage(request, response, startingPage)
  showRefusal(request, response)
  request.headers[localeHeader] = localeOfRequest(request, settings)
  keepLanguage(request, response)
  const policy = (scripts: string) => contentPolicy(settings, scripts, web.is_dev, card_form)
  const isShared = !web.is_dev && PageCache.isShared(request)
  const found = isShared ? pages.shared.find(request) : null
  if (isShared) watch.metrics.countSharedPage(found ? 'sent_again' : 'rendered')
  const sendShared = (page: Promise<SharedPage>) =>
    void page
      .then((shared) => sendSharedPage(shared, request, response, policy))
      .catch((error: unknown) => {
        watch.log.error({ err: error }, 'a page was not sent')
        if (!response.headersSent) sendPage(request, response, busyPage)
      })
  if (found) return sendShared(Promise.resolve(found))
  // A displayed page may load its files, which are cheap and without which it does not work.
  if (!request.url?.startsWith('/_next/static/')) {
    // Rendering a page for the first time loads its code and delays the event loop, so a few visitors are not an
    // overload.
    if (pages.in_work >= FEW_PAGES && isOverloaded(ports)) {
      watch.metrics.countShed('page')
      return sendPage(request, response, busyPage)
    }
    pages.in_work++
    response.once('close', () => pages.in_work--)
  }
  delete request.headers['content-security-policy-report-only']
  if (isShared)
    return sendShared(pages.shared.render(request, (inner, answer) => void web.handle(inner, answer)))
  const own = policy(`'nonce-${ports.random(18).toString('base64')}'`)
  response.setHeader('content-security-policy', own)
  // Next.js reads the nonce for its own scripts from this request header.
  request.headers['content-security-policy'] = own
  void web.handle(request, response)
}
