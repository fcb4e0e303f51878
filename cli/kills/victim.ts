import { buildApp } from '@openspot/api/app.ts'
import { startWorker } from '@openspot/api/jobs/worker.ts'
import { layFoundation } from '../foundation.ts'
import { settingsFor } from '../settings.ts'
import type { Ground } from './ground.ts'

// The API and its worker, which are killed from outside at any moment.
const ground = JSON.parse(process.argv[2] ?? '{}') as Ground
process.on('disconnect', () => process.exit(0))
const settings = settingsFor({
  HOST: '127.0.0.1',
  PORT: String(ground.port),
  LOG_LEVEL: 'fatal',
  ...ground.env,
})
const foundation = await layFoundation(settings, ground.database_url, ground.stripe)
const app = await buildApp(foundation)
await app.listen({ host: '127.0.0.1', port: ground.port })
await startWorker(foundation)
process.send?.('ready')
