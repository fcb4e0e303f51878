import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { releaseOf } from '@openspot/api/platform/observability/release.ts'
import { reportSettingsOf } from '@openspot/core/error-monitoring/page-settings.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type Next from 'next'
import { sendPageFile } from './page-files.ts'
import { versionOfCheckout } from './version.ts'
import { buildWeb, prepareAssets, webFolder } from './web-build.ts'

const requireFromWeb = createRequire(path.join(webFolder, 'package.json'))

export interface Web {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Returns the pattern of a page's path; null if there is no such page. */
  routeOf(path: string): string | null
  /** True if pages are compiled on request and reloaded in the browser. */
  is_dev: boolean
  close(): Promise<void>
}

/** Builds the web if its sources have changed, and prepares it to answer requests. */
export async function prepareWeb(
  settings: Settings,
  port: number,
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<Web> {
  await buildWeb(print, signal)
  const web = nextServer(settings, port, false)
  await web.prepare()
  const handle = web.getRequestHandler()
  const build = path.join(webFolder, '.next')
  return {
    async handle(request, response) {
      if (!(await sendPageFile(build, request, response))) await handle(toErrorPage(request), response)
    },
    routeOf: pageRoutes(),
    is_dev: false,
    close: () => web.close(),
  }
}

/**
 * Prepares the web for development: Next.js compiles each page on request into `web/.next/dev`, which builds leave
 * alone, and reloads changes over a websocket, for which it listens on the server of the first request.
 */
export async function prepareDevWeb(settings: Settings, port: number): Promise<Web> {
  await prepareAssets()
  const web = nextServer(settings, port, true)
  await web.prepare()
  const handle = web.getRequestHandler()
  return {
    handle: (request, response) => handle(toErrorPage(request), response),
    // There is no manifest of routes before a build.
    routeOf: () => null,
    is_dev: true,
    close: () => web.close(),
  }
}

/**
 * Next.js prerenders a page named 500, without the nonce that its scripts need, so that address gets the page `server-error`. A
 * rewrite of Next.js would do the same, and load the code for rewrites in every browser.
 */
function toErrorPage(request: IncomingMessage): IncomingMessage {
  if (/^\/500(?:\?|$)/.test(request.url ?? '')) request.url = '/server-error'
  return request
}

function nextServer(settings: Settings, port: number, dev: boolean) {
  // Read by the pages' server code.
  process.env['OPENSPOT_API_URL'] = settings.api_url.replace(/:0$/, `:${port}`)
  process.env['OPENSPOT_ENV'] = settings.environment
  process.env['OPENSPOT_SITE_URL'] = settings.public_url
  process.env['OPENSPOT_REPORTS'] = JSON.stringify(reportSettingsOf(settings, releaseOf(versionOfCheckout())))
  process.env['NEXT_TELEMETRY_DISABLED'] = '1'
  const next = requireFromWeb('next') as typeof Next.default
  return next({ dev, dir: webFolder, hostname: 'localhost', port, quiet: true })
}

/** Finds the pattern of a path among the routes of the build. */
function pageRoutes(): Web['routeOf'] {
  const manifest = readFileSync(path.join(webFolder, '.next', 'routes-manifest.json'), 'utf8')
  const { staticRoutes, dynamicRoutes } = JSON.parse(manifest) as Record<
    'staticRoutes' | 'dynamicRoutes',
    { page: string; regex: string }[]
  >
  const routes = [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => ({
    page,
    pattern: new RegExp(regex),
  }))
  return (requested) => routes.find(({ pattern }) => pattern.test(requested))?.page ?? null
}
