import { createServer, request as forward, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../under-test/until.ts'

/** One address in front of several servers, as a load balancer has. */
export interface Balancer {
  base: string
  /** Answers 5xx of the servers, and requests that no server answered. There should be none. */
  failures: string[]
  answered: number
  /**
   * Sends requests to these servers from now on, each once it is ready, and waits until the others have answered what
   * they were sent.
   */
  use(...servers: string[]): Promise<void>
  close(): Promise<void>
}

/** A server gets requests after this many successful readiness checks in a row, as HAProxy does by default. */
const checksInARow = 2
const betweenChecks = 2_000

async function untilReady(server: string): Promise<void> {
  for (let successes = 0; successes < checksInARow; ) {
    const { ok } = await fetch(`${server}/api/health/ready`)
    successes = ok ? successes + 1 : 0
    if (successes < checksInARow) await pause(betweenChecks)
  }
}

export async function startBalancer(): Promise<Balancer> {
  let servers: string[] = []
  let next = 0
  const under_way = new Map<string, number>()
  const failures: string[] = []
  const count = (server: string, by: number) => under_way.set(server, (under_way.get(server) ?? 0) + by)
  const fail = (response: ServerResponse, what: string) => {
    failures.push(what)
    if (!response.headersSent) response.writeHead(502)
    response.end()
  }
  const proxy = createServer((request, response) => {
    const server = servers[next++ % servers.length] ?? ''
    const what = `${request.method} ${request.url?.split('?')[0]}`
    const isStream = what.endsWith('/events')
    // A server that stops ends its streams; the browser opens them again elsewhere.
    if (!isStream) count(server, 1)
    const onward = forward(server + request.url, { method: request.method, headers: request.headers })
    onward.on('response', (answer) => {
      balancer.answered++
      if ((answer.statusCode ?? 500) >= 500) {
        let body = ''
        answer.on('data', (part) => (body += part))
        answer.on('end', () => failures.push(`${what}: ${answer.statusCode} ${codeIn(body)} of ${server}`))
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', (error) => (isStream ? response.end() : fail(response, `${what}: ${error.message}`)))
    onward.on('close', () => (isStream ? response.end() : count(server, -1)))
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await new Promise((ready) => proxy.once('listening', ready))
  const balancer: Balancer = {
    base: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    failures,
    answered: 0,
    async use(...next) {
      for (const server of next) if (!servers.includes(server)) await untilReady(server)
      servers = next
      await until('the other servers have answered', () =>
        [...under_way].every(([server, left]) => left === 0 || next.includes(server)),
      )
    },
    close: () =>
      new Promise((done) => {
        proxy.close(() => done())
        proxy.closeAllConnections()
      }),
  }
  return balancer
}

const codeIn = (body: string): string => /"code":"(\w+)"/.exec(body)?.[1] ?? 'without a code'
