/** As much of protocol buffers as the services of a browser need. */
function varint(value: number | bigint): Buffer {
  const bytes: number[] = []
  let rest = BigInt(value)
  do {
    const low = Number(rest & 127n)
    rest >>= 7n
    bytes.push(rest > 0n ? low | 128 : low)
  } while (rest > 0n)
  return Buffer.from(bytes)
}

/** Reads a varint at a position. Returns it and the position after it, or null if it is incomplete. */
function readVarint(bytes: Buffer, start: number): { value: number; next: number } | null {
  let value = 0n
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    value |= BigInt(byte & 127) << BigInt(7 * (at - start))
    if (byte < 128) return { value: Number(value), next: at + 1 }
  }
  return null
}

export const varintField = (id: number, value: number): Buffer =>
  Buffer.concat([varint(id << 3), varint(value)])

export function fixed64Field(id: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return Buffer.concat([varint((id << 3) | 1), bytes])
}

export function bytesField(id: number, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([varint((id << 3) | 2), varint(bytes.length), bytes])
}

/** Returns the fields of a message that have a length, by ID; of a repeated one the last. */
export function fieldsOf(message: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>()
  let at = 0
  while (at < message.length) {
    const key = readVarint(message, at)
    if (!key) break
    const [id, type] = [key.value >> 3, key.value & 7]
    if (type === 0) at = readVarint(message, key.next)?.next ?? message.length
    else if (type === 1) at = key.next + 8
    else {
      const length = readVarint(message, key.next)
      if (!length) break
      at = length.next + length.value
      found.set(id, message.subarray(length.next, at))
    }
  }
  return found
}

/** A message on the connection: its kind, its length, and itself. */
export const frame = (tag: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag]), varint(body.length), body])

/** Returns the complete messages, and the bytes of the next. */
export function framesOf(bytes: Buffer): { frames: { tag: number; body: Buffer }[]; rest: Buffer } {
  const frames: { tag: number; body: Buffer }[] = []
  let rest = bytes
  for (;;) {
    const length = rest.length > 1 ? readVarint(rest, 1) : null
    if (!length || rest.length < length.next + length.value) return { frames, rest }
    const end = length.next + length.value
    frames.push({ tag: rest[0] ?? 0, body: rest.subarray(length.next, end) })
    rest = rest.subarray(end)
  }
}
