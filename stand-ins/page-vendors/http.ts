import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface Answer {
  status: number
  type?: string
  body?: string | Buffer
  headers?: Record<string, string>
}

export interface Listening {
  url: string
  close(): Promise<void>
}

export const jsonAnswer = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})

const MAX_BODY_BYTES = 5_000_000

/** Serves answers on a port of this machine. Null: the request is never answered. */
export async function serve(
  answer: (asked: Asked) => Answer | null,
  at: { host: string; port: number } = { host: '127.0.0.1', port: 0 },
): Promise<Listening> {
  const sockets = new Set<Socket>()
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk as Uint8Array)
      size += bytes.length
      if (size > MAX_BODY_BYTES) return response.writeHead(413).end()
      chunks.push(bytes)
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in.example')
    const { method = 'GET', headers } = request
    const given = answer({
      method,
      path: pathname,
      query: searchParams,
      headers,
      body: Buffer.concat(chunks),
    })
    if (given === null) return
    response.writeHead(given.status, {
      'access-control-allow-origin': '*',
      ...(given.type === undefined ? {} : { 'content-type': given.type }),
      ...given.headers,
    })
    return response.end(given.body)
  }
  const server = createServer((request, response) => {
    reply(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => server.listen(at.port, at.host, done))
  return {
    url: `http://${at.host}:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
