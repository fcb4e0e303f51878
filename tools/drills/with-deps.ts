import { createDeps } from '@openspot/server/app-deps.ts'
import { settingsFor } from '@openspot/server/settings.ts'

type AppDeps = Awaited<ReturnType<typeof createDeps>>

/** Runs work on the product's own dependencies, beside the product under a drill, with the card provider that it has. */
export async function withDeps<T>(
  { database_url, stand_in_port }: { database_url: string; stand_in_port: number },
  work: (deps: AppDeps) => Promise<T>,
): Promise<T> {
  const deps = await createDeps(settingsFor({ LOG_LEVEL: 'fatal' }), database_url, {
    address: {
      secret_key: 'sk_test_drills',
      host: { host: '127.0.0.1', port: stand_in_port, protocol: 'http' },
    },
    webhook_secret: '',
    connect_webhook_secret: '',
  })
  try {
    return await work(deps)
  } finally {
    await deps.close()
  }
}
