import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@openspot/db/embedded/cluster.ts'
import { createStripeStandIn } from '@openspot/stripe-stand-in/stand-in.ts'
import type { ServerRole, Setup } from '../under-test/setup.ts'

const secret_key = 'sk_test_drills'

/** API and worker, with a card provider in this process that does not share their database. */
export interface ProvidedProduct {
  base: string
  stand_in_port: number
  /** From now on the card provider refuses the key of the product. */
  revokeKey(): void
  restoreKey(): void
  isAlive(): boolean
  /** Its processes. */
  pids: number[]
  output(): string
  stop(): Promise<void>
}

export async function startWithProvider(
  database_url: string,
  provider_database_url: string,
  env: Record<string, string> = {},
  /** The roles of each process. */
  processes: ServerRole[][] = [['api', 'worker']],
): Promise<ProvidedProduct> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const keys = [secret_key]
  const webhook = { url: `${base}/api/webhooks/stripe`, secret: 'whsec_drills' }
  const standIn = await createStripeStandIn({
    database_url: provider_database_url,
    secret_keys: keys,
    webhook_endpoints: [webhook],
  })
  const stand_in_port = Number(new URL(await standIn.listen({ host: '127.0.0.1', port: 0 })).port)
  const setup: Setup = {
    database_url,
    port,
    stripe: {
      address: { secret_key, host: { host: '127.0.0.1', port: stand_in_port, protocol: 'http' } },
      webhook_secret: webhook.secret,
      connect_webhook_secret: '',
    },
    env: { LOG_LEVEL: 'warn', ...env },
  }
  const serverUnderTest = fileURLToPath(new URL('../under-test/server-under-test.ts', import.meta.url))
  let output = ''
  const children: ChildProcess[] = []
  const isAlive = () => children.every(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  for (const roles of processes) {
    const child = fork(serverUnderTest, [JSON.stringify(setup), ...roles], { silent: true })
    children.push(child)
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
    await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (!isAlive()) throw new Error(`The product did not start:\n${output}`)
  }
  return {
    base,
    stand_in_port,
    revokeKey: () => void keys.splice(0),
    restoreKey: () => void keys.push(secret_key),
    isAlive,
    pids: children.map(({ pid = 0 }) => pid),
    output: () => output,
    async stop() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      }
      await standIn.close()
    },
  }
}
