import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../settings.ts'

/** A command of the product in a process of its own. */
export interface Run {
  child: ChildProcess
  output(): string
  /** Waits until its output matches. */
  said(text: RegExp): Promise<RegExpExecArray>
  ended: Promise<number | null>
}

export interface Runs {
  /** An empty folder of this test file; it is the parent of the data folders. */
  folder: string
  /** `checkout` is the folder of the code that runs: this one, if it is not given. */
  openspot: (args: string[], env?: Record<string, string>, checkout?: string) => Run
  /** Ends what still runs and waits for it. */
  endAll: () => Promise<void>
  remove: () => void
}

/** Starts commands in a folder that goes with the test file. `own` are variables for every command. */
export function commandRuns(own: Record<string, string> = {}): Runs {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-start-'))
  const running = new Set<Run>()
  return {
    folder,
    openspot(args, env = {}, checkout = root) {
      const run = start(checkout, args, { OPENSPOT_DATA: path.join(folder, 'data'), ...own, ...env })
      running.add(run)
      void run.ended.then(() => running.delete(run))
      return run
    },
    async endAll() {
      for (const run of running) run.child.kill('SIGTERM')
      await Promise.all([...running].map((run) => run.ended))
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The address that a started server prints. */
export const address = async (run: Run): Promise<string> =>
  (await run.said(/Openspot is at (http:\S+)/))[1] ?? ''

function start(checkout: string, args: string[], env: Record<string, string>): Run {
  // Another version has its own way to start, and its own dependencies.
  const entry = checkout === root ? 'main.ts' : 'openspot.mjs'
  const child = spawn(process.execPath, [path.join(checkout, 'cli', entry), ...args], {
    cwd: checkout,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      OPENSPOT_ENV: 'local',
      OPENSPOT_DEMO: '0',
      OPENSPOT_ROLES: 'api,worker',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      text += data
      for (const listener of listeners) listener()
    })
  }
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  return {
    child,
    ended,
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
  }
}
