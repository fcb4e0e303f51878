import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'
import { searchPath } from './environment.ts'

/** What a first start would install and build, which takes minutes; a start checks whether it fits the sources. */
const made = ['.openspot-setup/installed', 'web/.next', 'web/public/maplibre', 'web/public/tiles']

export interface Clone {
  /** Runs `npm start` as a person does after cloning: with nothing in the environment but what a login shell has, and `more`. */
  npmStart(more?: Record<string, string>): Started
  remove(): void
}

export interface Started {
  output(): string
  /** Waits until the output matches, or fails with the output when the command has ended. */
  said(text: RegExp): Promise<RegExpExecArray>
  stop(): Promise<void>
}

/** Clones HEAD into a temporary folder, with the installed packages and the build of this checkout where they fit. */
export function cloneOfHead(): Clone {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-clone-'))
  execFileSync('git', ['clone', '--quiet', '--no-tags', root, folder])
  const workspaces = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  for (const place of ['.', ...workspaces.workspaces]) borrow(path.join(place, 'node_modules'))
  for (const file of made) borrow(file)
  return {
    npmStart: (more = {}) => start(folder, more),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }

  function borrow(file: string): void {
    const [from, to] = [path.join(root, file), path.join(folder, file)]
    if (!existsSync(from)) return
    mkdirSync(path.dirname(to), { recursive: true })
    try {
      // Links of files cost nothing, but not every system has them between two folders.
      execFileSync('cp', ['-al', from, to], { stdio: 'ignore' })
    } catch {
      rmSync(to, { recursive: true, force: true })
      cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    }
  }
}

function start(folder: string, more: Record<string, string>): Started {
  // Any free port, because the usual one may be in use.
  const env = Object.entries({ ...searchPath(), PORT: '0', ...more }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const child: ChildProcess = spawn('env', ['-i', ...env, 'npm', 'start'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => {
      text += String(data)
      for (const listener of listeners) listener()
    })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  return {
    output: () => text,
    said: (pattern) =>
      new Promise((done, fail) => {
        const look = () => {
          const found = pattern.exec(text)
          if (found) done(found)
        }
        listeners.add(look)
        void ended.then(() => fail(new Error(`It ended without saying ${pattern}:\n${text}`)))
        look()
      }),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
