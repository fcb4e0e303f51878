import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { unusedPort } from '@openspot/db/testing/unused-port.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { relayTo } from './relay.ts'
import type { ServerChange } from './relay-servers.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await end(server)
})

async function serve(handler: RequestListener, port = 0): Promise<{ server: Server; url: string }> {
  const server = createServer(handler)
  servers.push(server)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function end(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/** A server of the API that answers its name. */
const named = (name: string, port = 0) => serve((_request, response) => response.end(name), port)

const answers = async (url: string, count: number, init: RequestInit = {}): Promise<string[]> => {
  const said: string[] = []
  for (let turn = 0; turn < count; turn++) {
    const answer = await fetch(`${url}/api/v1/anything`, init)
    said.push(answer.ok ? await answer.text() : String(answer.status))
  }
  return said
}

test('calls are spread over all servers of the API', async () => {
  const [one, other] = [await named('one'), await named('other')]
  const { url } = await serve(relayTo([one.url, other.url]))
  const said = await answers(url, 10)
  expect(said.filter((name) => name === 'one')).toHaveLength(5)
})

test('reads go on while a server is gone, which gets calls again when it is back, and each change is told', async () => {
  const [one, other] = [await named('one'), await named('other')]
  const changes: string[] = []
  const { url } = await serve(
    relayTo([one.url, other.url], {
      onChange: ({ base, is_lost, reason }) =>
        changes.push(`${base} ${is_lost ? 'lost' : 'back'}: ${reason}`),
    }),
  )
  await end(one.server)
  expect(await answers(url, 6)).toEqual(Array.from({ length: 6 }, () => 'other'))
  expect(changes).toEqual([`${one.url}/ lost: unreachable`])
  await named('one', Number(new URL(one.url).port))
  await vi.waitFor(
    () => expect(changes).toEqual([`${one.url}/ lost: unreachable`, `${one.url}/ back: unreachable`]),
    20_000,
  )
  expect(await answers(url, 4)).toContain('one')
})

test('a write that did not reach a server is refused once, and the next one goes to another server', async () => {
  const other = await named('other')
  const { url } = await serve(relayTo([`http://127.0.0.1:${await unusedPort()}`, other.url]))
  const said = await answers(url, 6, { method: 'POST', body: 'x' })
  expect(said.toSorted()).toEqual(['503', 'other', 'other', 'other', 'other', 'other'])
})

test('a read that reached a server is not repeated at another one', async () => {
  const reached: string[] = []
  const breaking = (name: string) =>
    serve((request) => {
      reached.push(name)
      request.socket.destroy()
    })
  const [one, other] = [await breaking('one'), await breaking('other')]
  const { url } = await serve(relayTo([one.url, other.url]))
  expect(await answers(url, 1)).toEqual(['503'])
  expect(reached).toHaveLength(1)
})

test('with every server gone, calls get 503, and the first one that is back answers', async () => {
  const ports = [await unusedPort(), await unusedPort()]
  const { url } = await serve(relayTo(ports.map((port) => `http://127.0.0.1:${port}`)))
  expect(await answers(url, 2)).toEqual(['503', '503'])
  await named('back', ports[0])
  await vi.waitFor(async () => expect(await answers(url, 2)).toEqual(['back', 'back']), 20_000)
})

test('a stream of events is passed on as it comes, and its server is left when the reader is gone', async () => {
  let gone: Promise<unknown> = Promise.resolve()
  const { url: api } = await serve((_request, response) => {
    gone = once(response, 'close')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: change\n\n')
  })
  const { url } = await serve(relayTo([api, `http://127.0.0.1:${await unusedPort()}`]))
  const leaving = new AbortController()
  const answer = await fetch(`${url}/events`, { signal: leaving.signal })
  const first = await answer.body?.getReader().read()
  expect(new TextDecoder().decode(first?.value)).toBe('event: change\n\n')
  leaving.abort()
  await gone
})

/** A server that takes calls, and answers them only while it is not frozen. */
async function freezable(name: string) {
  const state = { isFrozen: false, asked: 0 }
  const { url } = await serve((_request, response) => {
    state.asked++
    if (!state.isFrozen) response.end(name)
  })
  return { state, url }
}

test('a server that takes calls and never answers is left out, its calls get 503, and it gets calls again when it answers', async () => {
  const [one, other] = [await freezable('one'), await freezable('other')]
  const changes: ServerChange[] = []
  const { url } = await serve(
    relayTo([one.url, other.url], {
      onChange: (change) => changes.push(change),
      patience: { suspect_ms: 20, probe_ms: 1_000, again_ms: 20 },
    }),
  )
  one.state.isFrozen = true
  const said = await answers(url, 2)
  expect(said.toSorted()).toEqual(['503', 'other'])
  expect(changes).toEqual([{ base: `${one.url}/`, is_lost: true, reason: 'silent' }])
  expect(await answers(url, 4)).toEqual(Array.from({ length: 4 }, () => 'other'))
  one.state.isFrozen = false
  await vi.waitFor(() => expect(changes).toHaveLength(2), 20_000)
  expect(changes[1]).toEqual({ base: `${one.url}/`, is_lost: false, reason: 'silent' })
  expect(await answers(url, 4)).toContain('one')
})

test('a call that takes long at a server that answers others is waited for until its deadline, and the server is not lost', async () => {
  let asked = 0
  const waiting: ServerResponse[] = []
  const { url: api } = await serve((request, response) => {
    if (!request.url?.includes('anything')) {
      asked++
      response.end('ok')
    } else if (request.method === 'POST') waiting.push(response)
    else response.end('other')
  })
  const changes: ServerChange[] = []
  const relay = (answer_ms: number) =>
    serve(
      relayTo([api], {
        onChange: (change) => changes.push(change),
        patience: { suspect_ms: 20, probe_ms: 20_000, again_ms: 20, answer_ms },
      }),
    )
  const long = answers((await relay(60_000)).url, 1, { method: 'POST' })
  // It was asked more than once whether it answers.
  await vi.waitFor(() => expect(asked).toBeGreaterThan(2), 20_000)
  waiting.shift()?.end('late')
  expect(await long).toEqual(['late'])
  expect(await answers((await relay(100)).url, 1, { method: 'POST' })).toEqual(['503'])
  expect(changes).toEqual([])
})

test('a stream of a server that dies or falls silent ends, so that its reader can open it elsewhere', async () => {
  const streams: ServerResponse[] = []
  let isFrozen = false
  const { url: api } = await serve((request, response) => {
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: change\n\n')
      streams.push(response)
    } else if (!isFrozen) response.end('ok')
  })
  const { url } = await serve(relayTo([api], { patience: { suspect_ms: 20, probe_ms: 1_000, again_ms: 20 } }))
  const read = async () => {
    const answer = await fetch(`${url}/events`)
    const reader = answer.body?.getReader()
    await reader?.read()
    return { rest: reader?.read() }
  }
  const dying = await read()
  streams[0]?.destroy()
  await expect(dying.rest).rejects.toThrow('terminated')
  const silent = await read()
  isFrozen = true
  expect(await answers(url, 1)).toEqual(['503'])
  await expect(silent.rest).rejects.toThrow('terminated')
})
