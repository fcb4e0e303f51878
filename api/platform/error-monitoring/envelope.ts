import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import {
  MAX_ENVELOPE_INFLATED_BYTES,
  MAX_ENVELOPE_ITEMS,
  MAX_RECORDING_BYTES,
} from '@openspot/core/error-monitoring/limits.ts'

/** https://develop.sentry.dev/sdk/data-model/envelopes/: a line of JSON, then items of a line of JSON and a payload. */
export interface Envelope {
  header: Record<string, unknown>
  items: {
    header: Record<string, unknown> & { type: string }
    payload: Buffer
    /** Its line and its payload, as they were sent. */
    raw: Buffer
  }[]
}

/** An envelope that can't be read, or that is beyond a limit. */
export class UnreadableEnvelope extends Error {
  override name = 'UnreadableEnvelope'
  readonly isTooLarge: boolean

  constructor(reason: string, isTooLarge = false) {
    super(reason)
    this.isTooLarge = isTooLarge
  }
}

const decoders = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/** Undoes the compression of a body. What would be larger than the limit is refused before it is in memory. */
export async function decode(
  body: Buffer,
  encoding: string | undefined,
  maxOutputLength = MAX_ENVELOPE_INFLATED_BYTES,
): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return body
  if (name !== 'gzip' && name !== 'deflate' && name !== 'br')
    throw new UnreadableEnvelope(`encoding ${name.slice(0, 20)}`)
  try {
    return await decoders[name](body, { maxOutputLength })
  } catch (error) {
    const isTooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new UnreadableEnvelope(isTooLarge ? 'too large' : 'broken compression', isTooLarge)
  }
}

const NEWLINE = 0x0a

/** @throws UnreadableEnvelope */
export function parseEnvelope(bytes: Buffer): Envelope {
  let at = 0
  const nextLine = (): Buffer => {
    const end = bytes.indexOf(NEWLINE, at)
    const line = bytes.subarray(at, end < 0 ? bytes.length : end)
    at = end < 0 ? bytes.length : end + 1
    return line
  }
  const header = objectOf(nextLine())
  const items: Envelope['items'] = []
  while (at < bytes.length) {
    const start = at
    const line = nextLine()
    // Only empty lines may follow the last item.
    if (line.length === 0) continue
    if (items.length >= MAX_ENVELOPE_ITEMS) throw new UnreadableEnvelope('too many items', true)
    const item = objectOf(line)
    const { type, length } = item
    if (typeof type !== 'string') throw new UnreadableEnvelope('item without type')
    if (length === undefined) {
      const payload = nextLine()
      const end = payload.byteOffset - bytes.byteOffset + payload.length
      items.push({ header: { ...item, type }, payload, raw: bytes.subarray(start, end) })
      continue
    }
    if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || at + length > bytes.length)
      throw new UnreadableEnvelope('length of an item')
    const payload = bytes.subarray(at, at + length)
    at += length
    const raw = bytes.subarray(start, at)
    if (at < bytes.length && bytes[at] !== NEWLINE) throw new UnreadableEnvelope('length of an item')
    at += 1
    items.push({ header: { ...item, type }, payload, raw })
  }
  return { header, items }
}

/** @throws UnreadableEnvelope unless it is a JSON object */
export function objectOf(bytes: Buffer): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new UnreadableEnvelope('no JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableEnvelope('no object')
  return value as Record<string, unknown>
}

export interface Recording {
  segment_id: number
  events: unknown[]
}

/** Reads a `replay_recording`: a line with the number of the segment, then events of rrweb, as they are or compressed with zlib. */
export async function readRecording(payload: Buffer): Promise<Recording> {
  const end = payload.indexOf(NEWLINE)
  if (end < 0) throw new UnreadableEnvelope('recording without number')
  const { segment_id } = objectOf(payload.subarray(0, end))
  if (
    typeof segment_id !== 'number' ||
    !Number.isInteger(segment_id) ||
    segment_id < 0 ||
    segment_id > 100_000
  )
    throw new UnreadableEnvelope('number of a segment')
  const body = payload.subarray(end + 1)
  const isPlain = body[0] === 0x5b
  if (isPlain && body.length > MAX_RECORDING_BYTES) throw new UnreadableEnvelope('recording', true)
  const text = isPlain ? body : await decode(body, 'deflate', MAX_RECORDING_BYTES)
  let events: unknown
  try {
    events = JSON.parse(text.toString('utf8'))
  } catch {
    throw new UnreadableEnvelope('no JSON')
  }
  if (!Array.isArray(events)) throw new UnreadableEnvelope('no events')
  return { segment_id, events }
}
