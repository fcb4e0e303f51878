import { request } from 'node:http'
import type { Socket } from 'node:net'

/** More than any response of a device, and little enough to keep in memory. */
const mostBytes = 64 * 1024

export interface HttpAnswer {
  kind: 'ANSWER'
  status: number
  www_authenticate: string | undefined
  body: string
}

export type PostResult = HttpAnswer | { kind: 'no_response' | 'connection_lost' | 'bad_response' }

interface Post {
  host: string
  uri: string
  body: string
  authorization: string | null
}

/**
 * Posts once over a connected socket, which is closed afterward, and follows no redirect. Everything but an answer means
 * that the device may have received the request. Never throws.
 */
export function postOnce(
  socket: Socket,
  { host, uri, body, authorization }: Post,
  signal: AbortSignal,
): Promise<PostResult> {
  return new Promise((done) => {
    const settle = (result: PostResult) => {
      signal.removeEventListener('abort', stop)
      done(result)
      socket.destroy()
    }
    const stop = () => {
      // A reset also discards what the system has not sent yet, so it can't arrive after the deadline.
      socket.resetAndDestroy()
      settle({ kind: 'no_response' })
    }
    const headers = {
      host,
      connection: 'close',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(authorization === null ? {} : { authorization }),
    }
    const call = request({ method: 'POST', path: uri, headers, createConnection: () => socket }, (answer) => {
      const chunks: Buffer[] = []
      let length = 0
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > mostBytes) settle({ kind: 'bad_response' })
        else chunks.push(chunk)
      })
      answer.on('error', () => settle({ kind: 'connection_lost' }))
      answer.on('end', () =>
        settle({
          kind: 'ANSWER',
          status: answer.statusCode ?? 0,
          www_authenticate: answer.headers['www-authenticate'],
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    call.on('error', (error) =>
      settle({
        kind: 'code' in error && String(error.code).startsWith('HPE_') ? 'bad_response' : 'connection_lost',
      }),
    )
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    call.end(body)
  })
}
