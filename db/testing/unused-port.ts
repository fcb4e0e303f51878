import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections and to servers without a port of their own. */
const lowest = 20_000
const perProcess = 100
const processes = 120
let next = 0

/**
 * Returns a port of this machine that nobody listens on. Unlike one that the system chose, it is not given to anybody
 * else before the test uses it, and test processes draw from ranges of their own.
 */
export async function unusedPort(): Promise<number> {
  const start = lowest + (process.pid % processes) * perProcess
  for (let tries = 0; tries < perProcess; tries++) {
    const port = start + (next++ % perProcess)
    if (await isFree(port)) return port
  }
  throw new Error(`All ports from ${start} on are in use.`)
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
