import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { deadMailServer as aDeadMailServer, mailServer } from '@openspot/api/testing/mail-server.ts'
import { freePort, startCluster } from '@openspot/db/embedded/cluster.ts'
import { createStripeSandbox } from '@openspot/stripe-sandbox/sandbox.ts'
import pg from 'pg'
import type { Ground } from '../kills/ground.ts'
import { commandRuns } from '../testing.ts'
import { losses, type Recovery, recover } from './connections.ts'
import { createDrillDatabase } from './database.ts'
import { type Load, startLoad } from './load.ts'
import type { OutageResult } from './outages-drill.ts'
import { until } from './until.ts'

const revokedSeconds = 60
const deadMailSeconds = 120
const secret_key = 'sk_test_drills'

interface Scene {
  owner: pg.Pool
  owner_url: string
  load: Load
  /** The keys that the card provider takes. */
  keys: string[]
  mail_port: number
}

/** The card provider takes our key no longer, then takes it again. */
export const revokedKey = (): Promise<OutageResult> =>
  drill(async ({ owner, owner_url, load, keys }) => {
    await recover(owner_url, load, 'before')
    const booked = load.booked.length
    keys.splice(0)
    await pause(revokedSeconds * 1000)
    // One that was under way when the key was revoked may still end well.
    const booked_meanwhile = load.booked.length - booked
    const alert = async () =>
      (await owner.query(`select resolved_at from alerts where event = 'PROVIDER_REFUSED'`)).rows
    const open = await alert()
    keys.push(secret_key)
    const recovery = await recover(owner_url, load, 'key revoked')
    await until('the alert has ended', async () =>
      (await alert()).every(({ resolved_at }) => resolved_at !== null),
    )
    const problems = open.length === 1 ? [] : [`${open.length} alerts about the key`]
    return { recovery, seen: { seconds: revokedSeconds, booked_meanwhile }, problems }
  })

/** Nobody listens where the mail server was, for a while. */
export const deadMailServer = (): Promise<OutageResult> =>
  drill(async ({ owner, owner_url, load, mail_port }) => {
    await pause(deadMailSeconds * 1000)
    // Bookings go on meanwhile, as if nothing had happened.
    const recovery = await recover(owner_url, load, 'no mail server')
    const mail = await mailServer(mail_port)
    const at = performance.now()
    await load.stop()
    const unsent = async () => (await owner.query(`select from emails where state <> 'SENT'`)).rowCount === 0
    await until('every email is sent', unsent, 300)
    const sent_after_ms = Math.round(performance.now() - at)
    const { rows } = await owner.query<{ emails: number }>('select count(*)::int as emails from emails')
    await mail.close()
    const emails = rows[0]?.emails ?? 0
    const problems =
      mail.received.length === emails ? [] : [`${mail.received.length} of ${emails} emails arrived`]
    return { recovery, seen: { seconds: deadMailSeconds, emails, sent_after_ms }, problems }
  })

/** API and worker in a process of their own, with a card provider and a mail server that the drill controls. */
async function drill(
  outage: (scene: Scene) => Promise<{ recovery: Recovery; seen: OutageResult['seen']; problems: string[] }>,
): Promise<OutageResult> {
  const runs = commandRuns()
  const cluster = await startCluster(path.join(runs.folder, 'server'))
  const { url, owner_url } = await createDrillDatabase(cluster)
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const keys = [secret_key]
  const webhook = { url: `${base}/api/webhooks/stripe`, secret: 'whsec_drills' }
  const sandbox = await createStripeSandbox({
    database_url: owner_url,
    secret_keys: keys,
    webhook_endpoints: [webhook],
  })
  const sandbox_port = Number(new URL(await sandbox.listen({ host: '127.0.0.1', port: 0 })).port)
  const owner = new pg.Pool({ connectionString: owner_url, max: 1 })
  const smtp_url = await aDeadMailServer()
  const ground: Ground = {
    database_url: url,
    port,
    stripe: {
      address: { secret_key, host: { host: '127.0.0.1', port: sandbox_port, protocol: 'http' } },
      webhook_secret: webhook.secret,
      connect_webhook_secret: '',
    },
    env: { SMTP_URL: smtp_url, LOG_LEVEL: 'silent' },
  }
  const product = fork(fileURLToPath(new URL('../kills/victim.ts', import.meta.url)), [
    JSON.stringify(ground),
    'api',
    'worker',
  ])
  try {
    await once(product, 'message')
    const load = await startLoad({ base, database_url: url, sandbox_port })
    const result = await outage({ owner, owner_url, load, keys, mail_port: Number(new URL(smtp_url).port) })
    await load.stop()
    const problems = [...result.problems, ...(await losses(owner_url, load))]
    if (product.exitCode !== null) problems.push('the process ended')
    return { ...result, seen: { ...result.seen, acknowledged: load.booked.length }, problems }
  } finally {
    await end(product)
    await owner.end()
    await sandbox.close()
    await cluster.stop()
    runs.remove()
  }
}

async function end(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return
  const gone = once(product, 'exit')
  product.kill('SIGKILL')
  await gone
}
