import { buildApp } from '@openspot/api/app.ts'
import { startWorker } from '@openspot/api/jobs/worker.ts'
import { createDeps } from '../app-deps.ts'
import { settingsFor } from '../settings.ts'
import type { Ground, VictimRole } from './ground.ts'

// The API, the worker, or both, in a process that another one kills at any moment.
const ground = JSON.parse(process.argv[2] ?? '{}') as Ground
const roles = process.argv.slice(3) as VictimRole[]
process.on('disconnect', () => process.exit(0))
const settings = settingsFor({
  HOST: '127.0.0.1',
  PORT: String(ground.port),
  LOG_LEVEL: 'fatal',
  ...ground.env,
})
const deps = await createDeps(settings, ground.database_url, ground.stripe)
if (roles.includes('api')) {
  const app = await buildApp(deps)
  await app.listen({ host: '127.0.0.1', port: ground.port })
}
if (roles.includes('worker')) await startWorker(deps)
process.send?.('ready')
