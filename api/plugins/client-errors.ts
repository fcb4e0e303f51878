import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorBody, type ErrorCode, errors } from '@openspot/contract/errors.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { messageOf } from '../errors.ts'
import { type Ports, requestId } from '../ports.ts'
import { requestIdHeader } from './request-ids.ts'
import { dataHeaders } from './safe-headers.ts'

/** Answers input that is not valid HTTP with a JSON error, then closes the socket. */
export function refuseUnreadable(ports: Pick<Ports, 'random'>) {
  return (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy()
      return
    }
    const code = codes[error.code ?? ''] ?? 'request_invalid'
    const status = errors[code]
    // Nothing tells the reader's language, because the headers could not be read.
    const message = messageOf(code)(translatorFor(null))
    const request_id = requestId(ports)
    const body: ErrorBody = { message, code, request_id }
    const text = JSON.stringify(body)
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'content-type: application/json; charset=utf-8',
        ...Object.entries(dataHeaders(false)).map(([name, value]) => `${name}: ${value}`),
        `${requestIdHeader}: ${request_id}`,
        `content-length: ${Buffer.byteLength(text)}`,
        'connection: close',
        '',
        text,
      ].join('\r\n'),
    )
  }
}

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_too_slow',
}
