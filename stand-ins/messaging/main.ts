import { parseArgs } from 'node:util'
import { MessagingServer } from './server.ts'
import { standInAccount } from './twilio.ts'

/** Runs the stand-in as its own process: `node stand-ins/messaging/main.ts --port 12191` */
const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '12191' },
    incoming: { type: 'string' },
  },
})

const server = new MessagingServer()
server.reports_at_once = true
server.twilio.incoming_url = values.incoming ?? null
const port = await server.listen({ host: values.host, port: Number(values.port) })
const url = `http://${values.host}:${port}`
const { account_sid, auth_token, from } = standInAccount
process.stdout.write(
  [
    `Messaging stand-in on ${url}`,
    `TWILIO_URL=${url} TWILIO_ACCOUNT_SID=${account_sid} TWILIO_AUTH_TOKEN=${auth_token} TWILIO_FROM=${from}`,
    `FCM_URL=${url} FCM_SERVICE_ACCOUNT='${JSON.stringify(server.fcm.serviceAccount(url))}'`,
    '',
  ].join('\n'),
)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)))
