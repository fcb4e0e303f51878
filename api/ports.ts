import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Time, randomness, ids, and the network: everything that a test may want to control. */
export interface Ports {
  now(): Date
  random(bytes: number): Buffer
  id(): string
  fetch: typeof fetch
  /** Waits for a number of milliseconds. */
  pause(milliseconds: number): Promise<void>
  /** The longest event loop delay within the last second or two, in milliseconds. */
  loopDelay(): number
}

export const realPorts: Ports = {
  now: () => new Date(),
  random: (bytes) => randomBytes(bytes),
  id: () => uuidv7(Date.now(), randomBytes(10)),
  fetch,
  pause: (milliseconds) => pause(milliseconds),
  loopDelay: loopDelayReader(),
}

/**
 * Returns a function for the longest delay of this second and the previous one, measured by our own timer. Node's
 * histogram loses a delay if it is reset by a timer that fires just before its own, so that a blocked loop looks idle.
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

/** Returns a UUID that sorts by time (RFC 9562, version 7), so that new rows are adjacent in every index. */
export function uuidv7(milliseconds: number, random: Buffer): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(milliseconds, 0, 6)
  random.copy(bytes, 6, 0, 10)
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x70
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns an unguessable string of letters and digits: 24 of them hold about 142 bits. */
export function secretWord(ports: Pick<Ports, 'random'>, length = 24): string {
  let word = ''
  while (word.length < length) {
    for (const byte of ports.random(length)) {
      // 248 is the largest multiple of 62 in a byte. Larger values would make some letters more frequent.
      if (byte < 248 && word.length < length) word += letters[byte % 62]
    }
  }
  return word
}

/** Returns a code of six digits in which each number is equally likely. */
export function sixDigits(ports: Pick<Ports, 'random'>): string {
  for (;;) {
    const number = ports.random(4).readUInt32BE(0)
    // The largest multiple of a million in 32 bits.
    if (number < 4_294_000_000) return String(number % 1_000_000).padStart(6, '0')
  }
}

/** Returns a new request id for the response and the log. */
export const requestId = (ports: Pick<Ports, 'random'>): string => ports.random(9).toString('base64url')
