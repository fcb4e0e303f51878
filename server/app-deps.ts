import type { AppDeps } from '@openspot/api/app/app.ts'
import { openChangeBus } from '@openspot/api/changes.ts'
import type { Messaging } from '@openspot/api/messaging.ts'
import { openGateHub } from '@openspot/api/operations/gates/gate-hub.ts'
import { openGateDrivers } from '@openspot/api/operations/gates/open-driver.ts'
import { openVendors } from '@openspot/api/people/connectors/open-vendors.ts'
import { watchProviderKey } from '@openspot/api/platform/alerts/watch-provider-key.ts'
import { checkDatabase } from '@openspot/api/platform/health/database-checks.ts'
import { measureDatabase } from '@openspot/api/platform/observability/figures.ts'
import { type Observability, observe } from '@openspot/api/platform/observability/observe.ts'
import { statementWatcher } from '@openspot/api/platform/observability/statements.ts'
import { watchedHttpClient } from '@openspot/api/platform/observability/watch-provider.ts'
import { openMessaging } from '@openspot/api/platform/push/open-messaging.ts'
import { type Ports, realPorts } from '@openspot/api/ports.ts'
import { loadSecrets } from '@openspot/api/secrets.ts'
import { connectStripe } from '@openspot/api/stripe.ts'
import { Traffic } from '@openspot/api/traffic.ts'
import type { VendorNetwork } from '@openspot/api/vendors.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { connectDatabase } from '@openspot/db/database.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { appRoleOf, type OpenDatabase, openDatabase } from './open-database.ts'
import type { StripeAccess } from './stripe-stand-in.ts'

/** Creates the dependencies shared by API, worker, and commands. */
export async function createDeps(
  settings: Settings,
  database_url: string,
  stripe: Omit<StripeAccess, 'close'>,
  ports: Ports = realPorts,
  {
    watch: given = null,
    vendors = null,
    messaging = null,
    direct_url,
  }: {
    direct_url?: string | undefined
    watch?: Observability | null
    vendors?: VendorNetwork | null
    messaging?: Messaging | null
  } = {},
): Promise<AppDeps & { close(): Promise<void> }> {
  const watch = given ?? (await observe(settings))
  const { log, metrics, tracing } = watch
  const database = await connectDatabase(database_url, 8, {
    direct_url,
    watcher: statementWatcher(settings, log, tracing),
    onLost: (error) => log.info({ event: 'connection_lost', err: error }, 'database connection lost'),
  })
  const secrets = await loadSecrets(database, ports, settings.secret, settings.previous_secrets)
  const changes = await openChangeBus(database, log)
  const gates = openGateHub(
    { settings, database, ports, secrets, changes, log },
    await openGateDrivers(settings.gates, { ports, secrets }),
  )
  const client = connectStripe(stripe.address, watchedHttpClient(metrics, tracing))
  const deps = {
    ...watch,
    settings,
    database,
    ports,
    secrets,
    changes,
    gates,
    vendors: vendors ?? openVendors(settings, ports),
    messaging: messaging ?? openMessaging(settings, ports),
    traffic: new Traffic(database.pool, ports),
    stripe: client,
    stripe_webhook_secret: stripe.webhook_secret,
    stripe_connect_webhook_secret: stripe.connect_webhook_secret,
    card_form: stripe.card_form ?? null,
    async close() {
      await gates.close()
      await changes.close()
      await database.close()
    },
  }
  watchProviderKey(deps)
  measureDatabase(metrics, deps)
  checkDatabase(deps)
  return deps
}

/** Opens the database for a command, with or without a running server, and leaves it as it was. */
export async function withDatabase<T>(
  settings: Settings,
  work: (open: OpenDatabase & { database: Awaited<ReturnType<typeof connectDatabase>> }) => Promise<T>,
): Promise<T> {
  const open = await openDatabase(settings, null)
  try {
    await migrate(open.owner_url, () => {}, appRoleOf(open))
    const database = await connectDatabase(open.url, 8, { direct_url: open.direct_url })
    try {
      return await work({ ...open, database })
    } finally {
      await database.close()
    }
  } finally {
    await open.close()
  }
}
