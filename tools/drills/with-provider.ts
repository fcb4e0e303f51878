import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@openspot/db/embedded/cluster.ts'
import { createStripeStandIn } from '@openspot/stripe-stand-in/stand-in.ts'
import type { Setup } from '../under-test/setup.ts'

const secret_key = 'sk_test_drills'

/** API and worker in one process, with a card provider in this one that does not share their database. */
export interface ProvidedProduct {
  base: string
  stand_in_port: number
  /** From now on the card provider refuses the key of the product. */
  revokeKey(): void
  restoreKey(): void
  isAlive(): boolean
  output(): string
  stop(): Promise<void>
}

export async function startWithProvider(
  database_url: string,
  provider_database_url: string,
  env: Record<string, string> = {},
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
  const child = fork(serverUnderTest, [JSON.stringify(setup), 'api', 'worker'], { silent: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const isAlive = () => child.exitCode === null && child.signalCode === null
  await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (!isAlive()) throw new Error(`The product did not start:\n${output}`)
  return {
    base,
    stand_in_port,
    revokeKey: () => void keys.splice(0),
    restoreKey: () => void keys.push(secret_key),
    isAlive,
    output: () => output,
    async stop() {
      if (isAlive()) {
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      }
      await standIn.close()
    },
  }
}
