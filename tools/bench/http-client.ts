import { Agent, request as send } from 'node:http'

export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface HttpClient {
  send(request: HttpRequest): Promise<{ status: number; text: string }>
  close(): void
}

/** Keeps as many connections open as there are requests in flight. */
export function httpClient(base: string, in_flight: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: in_flight, maxFreeSockets: in_flight })
  const { hostname, port } = new URL(base)
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((done, fail) => {
        const sized =
          body === undefined
            ? headers
            : {
                ...headers,
                'content-type': 'application/json',
                'content-length': String(Buffer.byteLength(body)),
              }
        const request = send({ agent, hostname, port, method, path, headers: sized }, (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('error', fail)
          response.on('end', () =>
            done({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
          )
        })
        request.on('error', fail)
        request.end(body)
      }),
    close: () => agent.destroy(),
  }
}
