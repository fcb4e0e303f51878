// The thread of the health port. It answers with the main thread's last message, so that a busy event loop cannot delay
// it. Plain JavaScript without dependencies, because a thread does not inherit the TypeScript loader.
import { createServer } from 'node:http'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'

/** A main thread that has been silent for this long counts as dead. */
const STALE_MS = 5000

let heard_at = performance.now()
let checks = { process: 'starting' }

parentPort?.on('message', (beat) => {
  heard_at = performance.now()
  if (beat.checks) checks = beat.checks
})

const server = createServer((request, response) => {
  const isFresh = performance.now() - heard_at < STALE_MS
  const isReady = isFresh && Object.values(checks).every((verdict) => verdict === 'ok')
  const path = request.url?.split('?')[0]
  if (path === '/api/health/live') return answer(response, isFresh ? 200 : 503, {})
  if (path === '/api/health/ready')
    return answer(response, isReady ? 200 : 503, {
      checks: isFresh ? checks : { process: 'does not respond' },
    })
  return answer(response, 404, {})
})

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin, unlike a window
const tell = (message) => parentPort?.postMessage(message)
server.on('error', (error) => tell({ error: error.message }))
server.listen(workerData.port, workerData.host, () => tell({ port: server.address().port }))

function answer(response, status, more) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...(status === 503 ? { 'retry-after': '2' } : {}),
  })
  response.end(JSON.stringify({ status: status === 200 ? 'ok' : 'unavailable', ...more }))
}
