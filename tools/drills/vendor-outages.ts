import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { deadMailServer as aDeadMailServer, mailServer } from '@openspot/api/testing/mail-server.ts'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { commandRuns } from '@openspot/server/testing/product.ts'
import pg from 'pg'
import { until } from '../under-test/until.ts'
import { losses, recover } from './connections.ts'
import { createDrillDatabase } from './database.ts'
import { type Load, startLoad } from './load.ts'
import type { OutageResult } from './outages-drill.ts'
import { type ProvidedProduct, startWithProvider } from './with-provider.ts'

const revokedSeconds = 60
const deadMailSeconds = 120

interface Scene {
  owner: pg.Pool
  owner_url: string
  load: Load
  product: ProvidedProduct
  mail_port: number
}

/** The card provider refuses our key for a while, then takes it again. */
export const revokedKey = (): Promise<OutageResult> =>
  drill(async ({ owner, owner_url, load, product }) => {
    await recover(owner_url, load, 'before')
    const booked = load.booked.length
    product.revokeKey()
    await pause(revokedSeconds * 1000)
    // One that was under way when the key was revoked can still succeed.
    const booked_meanwhile = load.booked.length - booked
    const alerts = async () =>
      (await owner.query(`select resolved_at from alerts where event = 'PROVIDER_REFUSED'`)).rows
    const open = await alerts()
    product.restoreKey()
    const recovery = await recover(owner_url, load, 'key revoked')
    await until('the alert has ended', async () =>
      (await alerts()).every(({ resolved_at }) => resolved_at !== null),
    )
    const problems = open.length === 1 ? [] : [`${open.length} alerts about the key`]
    return { recovery, seen: { seconds: revokedSeconds, booked_meanwhile }, problems }
  })

/** Nobody listens where the mail server was, for a while. Bookings must go on meanwhile. */
export const deadMailServer = (): Promise<OutageResult> =>
  drill(async ({ owner, owner_url, load, mail_port }) => {
    await pause(deadMailSeconds * 1000)
    const recovery = await recover(owner_url, load, 'no mail server')
    const mail = await mailServer(mail_port)
    const at = performance.now()
    await load.stop()
    await until(
      'every email is sent',
      async () => (await owner.query(`select from emails where state <> 'SENT'`)).rowCount === 0,
      300,
    )
    const sent_after_ms = Math.round(performance.now() - at)
    const { rows } = await owner.query<{ emails: number }>('select count(*)::int as emails from emails')
    await mail.close()
    const emails = rows[0]?.emails ?? 0
    const problems =
      emails > 0 && mail.received.length === emails
        ? []
        : [`${mail.received.length} of ${emails} emails arrived`]
    return { recovery, seen: { seconds: deadMailSeconds, emails, sent_after_ms }, problems }
  })

/** API and worker, with a card provider and a mail server that the drill controls. */
async function drill(outage: (scene: Scene) => Promise<OutageResult>): Promise<OutageResult> {
  const runs = commandRuns()
  const cluster = await startCluster(path.join(runs.folder, 'server'))
  const { url, owner_url } = await createDrillDatabase(cluster)
  const owner = new pg.Pool({ connectionString: owner_url, max: 1 })
  // A query that fails says so itself.
  owner.on('error', () => undefined)
  const smtp_url = await aDeadMailServer()
  const product = await startWithProvider(url, owner_url, { SMTP_URL: smtp_url })
  try {
    const load = await startLoad({ ...product, database_url: url })
    const result = await outage({
      owner,
      owner_url,
      load,
      product,
      mail_port: Number(new URL(smtp_url).port),
    })
    await load.stop()
    const problems = [...result.problems, ...(await losses(owner_url, load))]
    if (!product.isAlive()) problems.push('the process ended')
    return { ...result, seen: { ...result.seen, acknowledged: load.booked.length }, problems }
  } finally {
    await product.stop()
    await owner.end()
    await cluster.stop()
    runs.remove()
  }
}
