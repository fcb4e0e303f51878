import type { Socket } from 'node:net'
import { type Answer, AnswerTooLarge, exchangeOver } from '../../../net/exchange.ts'

/** More than any response of a device, and little enough to keep in memory. */
const max_bytes = 64 * 1024

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
export async function postOnce(
  socket: Socket,
  { host, uri, body, authorization }: Post,
  signal: AbortSignal,
): Promise<PostResult> {
  const headers = {
    host,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...(authorization === null ? {} : { authorization }),
  }
  let answer: Answer
  try {
    answer = await exchangeOver(socket, { method: 'POST', path: uri, headers, body }, { max_bytes, signal })
  } catch (error) {
    if (signal.aborted) return { kind: 'no_response' }
    if (error instanceof AnswerTooLarge || codeOf(error).startsWith('HPE_')) return { kind: 'bad_response' }
    return { kind: 'connection_lost' }
  }
  return {
    kind: 'ANSWER',
    status: answer.status,
    www_authenticate: answer.headers['www-authenticate'],
    body: answer.body.toString('utf8'),
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
