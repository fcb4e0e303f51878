import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DatabaseAddress } from '@openspot/server/open-database.ts'
import type { Order, productRoles, Result, Usage } from './messages.ts'

export interface Child {
  /** The message it sent when it was ready. */
  ready: unknown
  send(message: unknown): Promise<unknown>
  stop(): Promise<void>
}

/** Starts one of our processes and waits until it is ready. */
async function start(file: string, args: string[]): Promise<Child> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args)
  const ready = await answerOf(child)
  return {
    ready,
    send(message) {
      const answer = answerOf(child)
      child.send(message as Order)
      return answer
    },
    stop: () =>
      new Promise((done) => {
        if (child.exitCode !== null) return done()
        child.once('exit', () => done())
        child.disconnect()
      }),
  }
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((done, fail) => {
    const onExit = () => fail(new Error('A benchmark process ended unexpectedly; its output is above.'))
    child.once('exit', onExit)
    child.once('message', (answer) => {
      child.off('exit', onExit)
      done(answer)
    })
  })
}

export interface Processes {
  product_url: string
  bare_url: string
  /** Runs one order in the first load process, or in the second, which makes bookings during the searches. */
  load(order: Order, which?: 0 | 1): Promise<Result>
  usage(of?: 'product' | 'worker'): Promise<Usage>
  stop(): Promise<void>
}

/** Starts the product and what measures it, each as a process; with a worker, if one is wanted, as another one. */
export async function startProcesses(
  database: DatabaseAddress,
  kind: 'product' | 'product_with_pages' | 'product_and_worker' = 'product',
): Promise<Processes> {
  const children: Child[] = []
  const begin = async (file: string, ...args: string[]) => {
    const child = await start(file, args)
    children.push(child)
    return child
  }
  const stop = async () => {
    for (const child of children) await child.stop()
  }
  try {
    const serve = (what: keyof typeof productRoles | 'bare') =>
      begin('./server-process.ts', what, database.url, database.owner_url)
    const product = await serve(kind === 'product_and_worker' ? 'product' : kind)
    const worker = kind === 'product_and_worker' ? await serve('worker') : null
    const bare = await serve('bare')
    const loads = [await begin('./load-process.ts'), await begin('./load-process.ts')] as const
    return {
      product_url: String(product.ready),
      bare_url: String(bare.ready),
      load: async (order, which = 0) => (await loads[which].send(order)) as Result,
      async usage(of = 'product') {
        const child = of === 'product' ? product : worker
        if (child === null) throw new Error('No worker was started.')
        return (await child.send('usage')) as Usage
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
