import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'

/** Time, chance, ids and the network: everything that a test may want to drive comes in here. */
export interface Ports {
  now(): Date
  random(bytes: number): Buffer
  id(): string
  fetch: typeof fetch
  /** How late the event loop has been within the last second or two, in milliseconds. */
  loopDelay(): number
}

export const realPorts: Ports = {
  now: () => new Date(),
  random: (bytes) => randomBytes(bytes),
  id: () => uuidv7(Date.now(), randomBytes(10)),
  fetch,
  loopDelay: loopDelayReader(),
}

/**
 * The longest delay of this second and the one before, measured by a timer of our own. Node's histogram forgets a delay
 * if it is reset by a timer that comes just before its own, and then a loop that was blocked for seconds looks idle.
 */
function loopDelayReader(): () => number {
  const every = 100
  let seen_at = performance.now()
  let window_at = seen_at
  let current = 0
  let last = 0
  const look = () => {
    const now = performance.now()
    current = Math.max(current, now - seen_at - every)
    seen_at = now
    if (now - window_at < 1000) return
    last = current
    current = 0
    window_at = now
  }
  setInterval(look, every).unref()
  return () => Math.max(last, current, performance.now() - seen_at - every, 0)
}

/** A UUID that sorts by its moment (RFC 9562, version 7), so that new rows lie together in every index. */
export function uuidv7(milliseconds: number, chance: Buffer): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(milliseconds, 0, 6)
  chance.copy(bytes, 6, 0, 10)
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x70
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A word of letters and digits that cannot be guessed: 24 of them carry about 142 bits. */
export function secretWord(ports: Pick<Ports, 'random'>, length = 24): string {
  let word = ''
  while (word.length < length) {
    for (const byte of ports.random(length)) {
      // 248 is the largest multiple of 62 in a byte: above it some letters would come more often.
      if (byte < 248 && word.length < length) word += letters[byte % 62]
    }
  }
  return word
}

/** What a request is called in its answer and in the log. */
export const requestId = (ports: Pick<Ports, 'random'>): string => ports.random(9).toString('base64url')
