import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { builtMapsFolder } from '@openspot/api/platform/error-monitoring/find-map.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import { compressPageFiles } from './page-files.ts'
import { root } from './settings.ts'
import { takeSetupLock } from './setup-lock.mjs'
import { setMapsAside } from './source-maps.ts'

export const webFolder = path.join(root, 'web')
const withParent = fileURLToPath(new URL('./with-parent.mjs', import.meta.url))
const requireFromWeb = createRequire(path.join(webFolder, 'package.json'))

/** How long an abandoned build may hold its lock. */
const OTHER_BUILD_MS = 5 * 60_000

/**
 * Builds the web unless the existing build matches the current sources, such as one that came with the
 * checkout. Processes that need the same build wait for it. An interrupted build ends with us and leaves nothing that
 * could be taken for complete.
 */
export async function buildWeb(print: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const stamp = path.join(webFolder, '.next', 'openspot-sources')
  const wanted = hashOfSources()
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isBuilt()) return
  const release = await takeSetupLock(path.join(root, '.openspot-setup'), 'web-build', () =>
    print('waiting for another process that is building the web …'),
  )
  try {
    if (isBuilt()) return
    print('building the web (once after each change, about a minute) …')
    rmSync(stamp, { force: true })
    await prepareAssets(signal)
    await buildOnce(print, signal)
    await setMapsAside(path.join(webFolder, '.next'), builtMapsFolder)
    await compressPageFiles(path.join(webFolder, '.next'))
    writeFileSync(stamp, wanted)
  } finally {
    release()
  }
}

/** Copies the map files that no bundler can place. */
export const prepareAssets = (signal?: AbortSignal): Promise<void> =>
  run([path.join(webFolder, 'prepare-assets.mjs')], signal)

/** Next.js refuses to build beside an unknown build, such as one started by hand; then this waits for it. */
async function buildOnce(print: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const began = Date.now()
  for (;;) {
    try {
      return await run([requireFromWeb.resolve('next/dist/bin/next'), 'build', webFolder], signal)
    } catch (error) {
      const isTaken = error instanceof PlainError && error.message.includes('Another next build process')
      if (!isTaken || Date.now() - began > OTHER_BUILD_MS) throw error
      print('waiting for another build of the web …')
      await pause(3_000, undefined, signal ? { signal } : {})
    }
  }
}

/** Runs a Node.js program whose processes all end with ours. */
function run(args: string[], signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [withParent, ...args], {
      cwd: webFolder,
      // The IPC channel carries nothing: its end tells the child that we are gone.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    })
    const stop = () => child.kill('SIGTERM')
    signal?.addEventListener('abort', stop, { once: true })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (data: Buffer) => {
        said += data.toString()
      })
    }
    child.on('error', fail)
    child.on('close', (code) => {
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted) fail(signal.reason as Error)
      else if (code === 0) done()
      else
        fail(new PlainError(`The web could not be built:\n${said.trim().split('\n').slice(-40).join('\n')}`))
    })
  })
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  const left = new Set(['node_modules', '.next', 'maplibre', 'tiles', 'next-env.d.ts'])
  const add = (file: string) => {
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file).toSorted()) if (!left.has(name)) add(path.join(file, name))
    } else {
      hash.update(path.relative(root, file)).update(readFileSync(file))
    }
  }
  for (const name of ['web', 'contract', 'core', 'messages', 'package-lock.json']) add(path.join(root, name))
  return hash.digest('hex')
}
