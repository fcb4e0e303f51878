import { buildApp } from '@openspot/api/app/app.ts'
import { startWorker } from '@openspot/api/jobs/worker.ts'
import { createDeps } from '@openspot/server/app-deps.ts'
import { settingsFor } from '@openspot/server/settings.ts'
import type { ServerRole, Setup } from './setup.ts'

// The API, the worker, or both, in a process that another one may kill at any moment.
const setup = JSON.parse(process.argv[2] ?? '{}') as Setup
const roles = process.argv.slice(3) as ServerRole[]
process.on('disconnect', () => process.exit(0))
const settings = settingsFor({
  HOST: '127.0.0.1',
  PORT: String(setup.port),
  LOG_LEVEL: 'fatal',
  ...setup.env,
})
const deps = await createDeps(settings, setup.database_url, setup.stripe)
if (roles.includes('api')) {
  const app = await buildApp(deps)
  await app.listen({ host: '127.0.0.1', port: setup.port })
}
if (roles.includes('worker')) await startWorker(deps)
process.send?.('ready')
