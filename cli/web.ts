import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type Next from 'next'
import { root } from './settings.ts'
import { takeTurn } from './turn.mjs'

const folder = path.join(root, 'web')
const requireFromWeb = createRequire(path.join(folder, 'package.json'))

export interface Web {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** The pattern of a page's path; null: there is no such page. */
  routeOf(path: string): string | null
  close(): Promise<void>
}

/** Builds the web if its sources have changed since it was built, and gets it ready to answer. */
export async function prepareWeb(
  settings: Settings,
  port: number,
  say: (line: string) => void,
): Promise<Web> {
  await buildWeb(settings, say)
  // Read by the pages' own server code.
  process.env['OPENSPOT_API_URL'] = settings.api_url.replace(/:0$/, `:${port}`)
  process.env['OPENSPOT_ENV'] = settings.environment
  process.env['NEXT_TELEMETRY_DISABLED'] = '1'
  const next = requireFromWeb('next') as typeof Next.default
  const web = next({ dev: false, dir: folder, hostname: 'localhost', port, quiet: true })
  await web.prepare()
  const handle = web.getRequestHandler()
  return {
    handle: (request, response) => handle(request, response),
    routeOf: pageRoutes(),
    close: () => web.close(),
  }
}

/** Finds the pattern of a path among the routes that the build wrote down. */
function pageRoutes(): Web['routeOf'] {
  const manifest = readFileSync(path.join(folder, '.next', 'routes-manifest.json'), 'utf8')
  const { staticRoutes, dynamicRoutes } = JSON.parse(manifest) as Record<
    'staticRoutes' | 'dynamicRoutes',
    { page: string; regex: string }[]
  >
  const routes = [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => ({
    page,
    pattern: new RegExp(regex),
  }))
  return (asked) => routes.find(({ pattern }) => pattern.test(asked))?.page ?? null
}

export async function buildWeb(settings: Settings, say: (line: string) => void): Promise<void> {
  const stamp = path.join(folder, '.next', 'openspot-sources')
  const wanted = hashOfSources(settings)
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isBuilt()) return
  const release = await takeTurn(path.join(root, '.openspot-setup'), 'web-build')
  try {
    if (isBuilt()) return
    say('building the web (once after each change, about a minute) …')
    await run(process.execPath, [path.join(folder, 'prepare-assets.mjs')])
    await run(process.execPath, [requireFromWeb.resolve('next/dist/bin/next'), 'build', folder])
    writeFileSync(stamp, wanted)
  } finally {
    release()
  }
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    })
    let said = ''
    child.stdout.on('data', (data) => {
      said += data
    })
    child.stderr.on('data', (data) => {
      said += data
    })
    child.on('error', fail)
    child.on('exit', (code) =>
      code === 0
        ? done()
        : fail(
            new PlainError(`The web could not be built:\n${said.trim().split('\n').slice(-40).join('\n')}`),
          ),
    )
  })
}

function hashOfSources(settings: Settings): string {
  const hash = createHash('sha256').update(settings.map_style_url ?? '')
  const left = new Set(['node_modules', '.next', 'maplibre', 'tiles', 'next-env.d.ts'])
  const add = (file: string) => {
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file).toSorted()) if (!left.has(name)) add(path.join(file, name))
    } else {
      hash.update(path.relative(root, file)).update(readFileSync(file))
    }
  }
  for (const name of ['web', 'contract', 'core', 'package-lock.json']) add(path.join(root, name))
  return hash.digest('hex')
}
