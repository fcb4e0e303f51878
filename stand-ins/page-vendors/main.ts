import { parseArgs } from 'node:util'
import { BotChecksStandIn } from './bot-checks.ts'
import { GeocoderStandIn } from './geocoder.ts'
import { MapStandIn } from './map.ts'
import { PostHogStandIn } from './posthog.ts'
import { SentryStandIn } from './sentry.ts'

/** Runs the stand-ins as their own process: `node stand-ins/page-vendors/main.ts --port 12200` uses that port and the four after it. */
const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '12200' },
  },
})

const port = Number(values.port)
const sentry = new SentryStandIn()
const standIns = [
  new PostHogStandIn(),
  new BotChecksStandIn(),
  new MapStandIn(),
  sentry,
  new GeocoderStandIn(),
] as const
for (const [index, standIn] of standIns.entries()) {
  const url = await standIn.listen({ host: values.host, port: port + index })
  process.stdout.write(
    `${['PostHog', 'Bot checks', 'Map', 'Sentry', 'Geocoder'][index]} stand-in on ${url}\n`,
  )
}
process.stdout.write(`SENTRY_DSN=${sentry.dsn()}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(
    signal,
    () => void Promise.all(standIns.map((standIn) => standIn.close())).then(() => process.exit(0)),
  )
