import { parseArgs } from 'node:util'
import { PropertySystemsServer } from './server.ts'

/** Runs the stand-in as its own process: `node stand-ins/property-systems/main.ts --port 12190` */
const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '12190' },
  },
})

const server = new PropertySystemsServer()
const port = await server.listen({ host: values.host, port: Number(values.port) })
process.stdout.write(`Property systems stand-in on http://${values.host}:${port}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)))
