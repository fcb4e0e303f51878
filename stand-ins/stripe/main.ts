import { parseArgs } from 'node:util'
import { createStripeStandIn } from './stand-in.ts'

/**
 * Runs the stand-in as its own process: `node stand-ins/stripe/main.ts --database-url postgres://… --port
 * 12111`
 */
const { values } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '12111' },
    'public-url': { type: 'string' },
    'webhook-url': { type: 'string' },
    'webhook-secret': { type: 'string' },
    log: { type: 'boolean', default: false },
  },
})

if (!values['database-url']) throw new Error('The database is missing. Pass --database-url postgres://…')

const url = values['webhook-url']
const secret = values['webhook-secret']
const standIn = await createStripeStandIn({
  database_url: values['database-url'],
  log: values.log,
  ...(values['public-url'] ? { public_url: values['public-url'] } : {}),
  // Both kinds, so that one URL receives events of the platform and of its connected accounts.
  ...(url && secret ? { webhook_endpoints: [false, true].map((connect) => ({ url, secret, connect })) } : {}),
})
const address = await standIn.listen({ host: values.host, port: Number(values.port) })
process.stdout.write(`Stripe stand-in on ${address}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void standIn.close().then(() => process.exit(0)))
