import { type ChildProcess, fork } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readyMessage } from '../commands/start.ts'
import { relayTo, unavailable } from '../relay.ts'
import { root } from '../settings.ts'

/** How long a request waits for an API that is starting. */
const PATIENCE_MS = 15_000

/** An API that has not ended by then is killed: event streams would keep it for seconds, and a kill loses nothing. */
const END_MS = 400

interface Running {
  child: ChildProcess
  /** Whether it answers; false if it ended before it did. */
  ready: Promise<boolean>
  ended: Promise<void>
}

export interface ApiProcess {
  /** Passes a request on to the API, and waits while it restarts. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Ends the API and starts it again; resolves with whether it answers. */
  restart(): Promise<boolean>
  close(): Promise<void>
}

export interface ApiOptions {
  /** Where the environment makes it listen. */
  url: string
  env: NodeJS.ProcessEnv
  /** Options of Node.js, such as `--inspect`. */
  node_options: string[]
  say: (line: string) => void
}

/** Runs API and worker in a process of their own that can be started again without the rest. */
export function startApi({ url, env, node_options, say }: ApiOptions): ApiProcess {
  const relay = relayTo(url)
  let isClosing = false
  let current: Promise<Running> = Promise.resolve(launch())

  function launch(): Running {
    const child = fork(path.join(root, 'cli', 'main.ts'), ['start', '--quiet'], {
      cwd: root,
      env,
      execArgv: [...process.execArgv, ...node_options],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    let isWanted = true
    const ended = new Promise<void>((done) => {
      child.once('exit', (code) => {
        if (isWanted && !isClosing && child.signalCode === null)
          say(`The API ended with code ${code ?? 1}. It starts again after the next change.`)
        done()
      })
    })
    const ready = new Promise<boolean>((done) => {
      child.on('message', (message) => {
        if (message === readyMessage) done(true)
      })
      void ended.then(() => done(false))
    })
    child.once('error', (error) => {
      isWanted = false
      say(`The API could not be started: ${error.message}`)
    })
    return { child, ready, ended }
  }

  async function end({ child, ended }: Running): Promise<void> {
    child.kill('SIGTERM')
    await Promise.race([ended, pause(END_MS, undefined, { ref: false })])
    child.kill('SIGKILL')
    await ended
  }

  /** Whether the newest API answers; a restart in the meantime is waited for as well. */
  async function isUp(): Promise<boolean> {
    for (;;) {
      const asked = current
      const { child, ready } = await asked
      const isReady = (await ready) && child.exitCode === null
      if (asked === current) return isReady
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
      isClosing = true
      await end(await current)
    },
  }
}
