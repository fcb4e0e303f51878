import { type ChildProcess, fork } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { relayTo, unavailable } from '@openspot/server/relay.ts'
import { root } from '@openspot/server/settings.ts'
import { readyMessage } from '../commands/start.ts'
import type { Go } from './api-main.ts'

/** How long a request waits for an API that is starting. */
const PATIENCE_MS = 30_000

/** An API that has not ended by then is killed: event streams would keep it for seconds, and a kill loses nothing. */
const END_MS = 300

interface Running {
  child: ChildProcess
  /** Whether it answers; false if it ended before it did. */
  ready: Promise<boolean>
  ended: Promise<void>
}

export interface ApiProcess {
  /** Passes a request on to the API, and waits while it restarts. */
  handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Ends the API and starts it again; resolves with whether it answers. */
  restart: () => Promise<boolean>
  close: () => Promise<void>
}

export interface ApiOptions {
  /** Where the environment makes it listen. */
  url: string
  env: NodeJS.ProcessEnv
  go: Go
  print: (line: string) => void
}

/** Runs API and worker in a process of their own that can be started again without the rest. */
export function startApi({ url, env, go, print }: ApiOptions): ApiProcess {
  const relay = relayTo([url], { patience: null })
  /** Processes that are not needed any more, whose end is no news. */
  const unwanted = new WeakSet<ChildProcess>()
  let spare: ChildProcess | null = null
  const prepare = () =>
    fork(path.join(root, 'cli', 'dev', 'api-main.ts'), [], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })

  function launch(): Running {
    const child = spare ?? prepare()
    spare = null
    const ended = new Promise<void>((done) => {
      const onEnd = (code: number | null) => {
        done()
        if (unwanted.has(child)) return
        print(`The API exited with code ${code ?? 1}. It restarts after the next change.`)
        spare ??= prepare()
      }
      if (child.exitCode === null && child.signalCode === null) child.once('exit', onEnd)
      else onEnd(child.exitCode)
    })
    const answers = new Promise<boolean>((done) => {
      child.on('message', (message) => {
        if (message !== readyMessage) return
        done(true)
        // Only now, because the one that is starting needs the processor more.
        if (!unwanted.has(child)) spare ??= prepare()
      })
    })
    const ready = Promise.race([answers, ended.then(() => false)])
    // It may have ended before; then `ended` knows.
    child.send(go, () => {})
    return { child, ready, ended }
  }

  async function end({ child, ended }: Running): Promise<void> {
    unwanted.add(child)
    child.kill('SIGTERM')
    await Promise.race([ended, pause(END_MS, undefined, { ref: false })])
    child.kill('SIGKILL')
    await ended
  }

  let current: Promise<Running> = Promise.resolve(launch())

  /** Whether the newest API answers; a restart in the meantime is waited for as well. */
  async function isUp(): Promise<boolean> {
    for (;;) {
      const requested = current
      const { child, ready } = await requested
      const isReady = (await ready) && child.exitCode === null
      if (requested === current) return isReady
    }
  }

  return {
    handle(request, response) {
      void Promise.race([isUp(), pause(PATIENCE_MS, false, { ref: false })]).then((isReady) =>
        isReady ? relay(request, response) : unavailable(response),
      )
    },
    restart() {
      current = current.then(async (running) => {
        await end(running)
        return launch()
      })
      return isUp()
    },
    async close() {
      const running = await current
      unwanted.add(running.child)
      spare?.kill('SIGKILL')
      await end(running)
    },
  }
}
