import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'

export interface Sent {
  method: 'GET' | 'POST'
  path: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
}

export interface Answer {
  status: number
  /** By lower-case names. */
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** A response is larger than its reader allows. */
export class AnswerTooLarge extends Error {
  readonly max_bytes: number
  constructor(max_bytes: number) {
    super(`The response is larger than ${max_bytes} bytes.`)
    this.max_bytes = max_bytes
  }
}

export interface ExchangeLimits {
  max_bytes: number
  signal: AbortSignal
  /** Is called when the response begins. What it throws ends the exchange. */
  onHead?: (headers: Answer['headers']) => void
}

/**
 * Sends one request over a connected socket, which is closed afterward, and reads the whole response. Follows no redirect.
 * Every failure but that of `onHead` means that the other side may have received the request. Throws AnswerTooLarge, the
 * reason of the signal, or what went wrong with the connection.
 */
export function exchangeOver(
  socket: Socket,
  { body, ...sent }: Sent,
  { max_bytes, signal, onHead }: ExchangeLimits,
): Promise<Answer> {
  return new Promise<Answer>((done, fail) => {
    const stop = () => {
      // A reset also discards what the system has not sent yet, so it can't arrive after the deadline.
      socket.resetAndDestroy()
      fail(signal.reason)
    }
    const leave = () => {
      signal.removeEventListener('abort', stop)
      socket.destroy()
    }
    const settle = async (reading: Promise<Answer>) => {
      try {
        done(await reading)
      } catch (error) {
        fail(error)
      } finally {
        leave()
      }
    }
    const call = request({ ...sent, createConnection: () => socket }, (answer) => {
      void settle(readAnswer(answer, max_bytes, onHead))
    })
    // After the response has begun, errors are those of its body.
    call.on('error', (error) => {
      fail(error)
      leave()
    })
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    call.end(body)
  })
}

async function readAnswer(
  answer: IncomingMessage,
  max_bytes: number,
  onHead: ExchangeLimits['onHead'],
): Promise<Answer> {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
  onHead?.(headers)
  return { status: answer.statusCode ?? 0, headers, body: await bodyOf(answer, max_bytes) }
}

/** The longest body without a declared length that is joined from its chunks, for which it is twice in memory. */
const mostJoined = 1024 * 1024

/** Reads a body up to a number of bytes, and has it in memory only once. */
async function bodyOf(answer: IncomingMessage, max_bytes: number): Promise<Buffer> {
  const declared = Number(answer.headers['content-length'] ?? 0)
  // Memory that nothing is written to is not taken, so room for more than arrives costs nothing.
  let whole = declared > 0 && declared <= max_bytes ? Buffer.allocUnsafeSlow(declared) : null
  let chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer) {
    const part = chunk as Buffer
    if (length + part.length > max_bytes) throw new AnswerTooLarge(max_bytes)
    if (whole === null && length + part.length > mostJoined) {
      whole = Buffer.allocUnsafeSlow(max_bytes)
      Buffer.concat(chunks).copy(whole)
      chunks = []
    }
    if (whole === null) chunks.push(part)
    else part.copy(whole, length)
    length += part.length
  }
  return whole === null ? Buffer.concat(chunks, length) : whole.subarray(0, length)
}
