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
  /** Starts the server as `npm start` does, without settings and with the database in the data folder. */
  npmStart: (env?: Record<string, string>) => Run
  /** Ends what still runs and waits for it. */
  endAll: () => Promise<void>
  remove: () => void
}

/** Starts commands in a folder that goes with the test file. `own` are variables for every command. */
export function commandRuns(own: Record<string, string> = {}): Runs {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-start-'))
  const running = new Set<Run>()
  const run = (entry: string, args: string[], env: Record<string, string | undefined>): Run => {
    const started = start(entry, args, { OPENSPOT_DATA: path.join(folder, 'data'), ...own, ...env })
    running.add(started)
    void started.ended.then(() => running.delete(started))
    return started
  }
  return {
    folder,
    // Another version has its own way to start, and its own dependencies.
    openspot: (args, env = {}, checkout = root) =>
      run(path.join(checkout, 'cli', checkout === root ? 'main.ts' : 'openspot.mjs'), args, env),
    npmStart: (env = {}) =>
      run(path.join(root, 'cli', 'openspot.mjs'), ['start'], {
        OPENSPOT_ENV: undefined,
        OPENSPOT_ROLES: undefined,
        ...env,
      }),
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

function start(entry: string, args: string[], env: Record<string, string | undefined>): Run {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: path.resolve(entry, '../..'),
    env: {
      ...process.env,
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
