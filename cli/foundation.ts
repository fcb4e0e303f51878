import type { Foundation } from '@openspot/api/app.ts'
import { openChangeBus } from '@openspot/api/changes.ts'
import { createLog } from '@openspot/api/log.ts'
import { connectStripe } from '@openspot/api/payments/stripe.ts'
import { type Ports, realPorts } from '@openspot/api/ports.ts'
import { loadSecrets } from '@openspot/api/secrets.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { connectDatabase } from '@openspot/db/database.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { appRoleOf, type OpenDatabase, openDatabase } from './open-database.ts'
import type { StripeAccess } from './stripe-sandbox.ts'

/** Brings the parts together that API, worker and commands stand on. */
export async function layFoundation(
  settings: Settings,
  database_url: string,
  stripe: Omit<StripeAccess, 'close'>,
  ports: Ports = realPorts,
): Promise<Foundation & { close(): Promise<void> }> {
  const database = await connectDatabase(database_url)
  const secrets = await loadSecrets(database, ports, settings.secret)
  const changes = await openChangeBus(database)
  return {
    settings,
    log: createLog(settings),
    database,
    ports,
    secrets,
    changes,
    stripe: connectStripe(stripe.address),
    stripe_webhook_secret: stripe.webhook_secret,
    stripe_connect_webhook_secret: stripe.connect_webhook_secret,
    async close() {
      await changes.close()
      await database.close()
    },
  }
}

/** Opens the database for a command, beside a running server or without one, and leaves it as it was found. */
export async function withDatabase<T>(
  settings: Settings,
  work: (open: OpenDatabase & { database: Awaited<ReturnType<typeof connectDatabase>> }) => Promise<T>,
): Promise<T> {
  const open = await openDatabase(settings, 'command')
  try {
    await migrate(open.owner_url, () => {}, appRoleOf(open))
    const database = await connectDatabase(open.url)
    try {
      return await work({ ...open, database })
    } finally {
      await database.close()
    }
  } finally {
    await open.close()
  }
}
