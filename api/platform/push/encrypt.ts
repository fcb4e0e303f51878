import { createCipheriv, createECDH, hkdfSync } from 'node:crypto'

/** Push services accept at least 4096 bytes in all; the header and the tag take 103 of them. */
export const MAX_PAYLOAD_BYTES = 3993

const curve = 'prime256v1'
const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/**
 * Encrypts a payload for one browser (RFC 8291, with the content coding `aes128gcm` of RFC 8188 in a single record).
 * `random` makes the salt. Throws RangeError for a payload that is too long.
 */
export function encryptPush(
  payload: Buffer,
  { public_key, auth_secret }: { public_key: string; auth_secret: string },
  random: (bytes: number) => Buffer,
): Buffer {
  if (payload.length > MAX_PAYLOAD_BYTES) throw new RangeError('The payload of a push is too long.')
  const theirs = Buffer.from(public_key, 'base64url')
  const ours = createECDH(curve)
  const own_key = ours.generateKeys()
  const shared = ours.computeSecret(theirs)
  const key_info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own_key])
  const input = derive(shared, Buffer.from(auth_secret, 'base64url'), key_info, 32)
  const salt = random(16)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The delimiter 2 marks the last record.
  const inside = Buffer.concat([cipher.update(payload), cipher.update(Buffer.from([2])), cipher.final()])
  const record_size = Buffer.alloc(4)
  record_size.writeUInt32BE(4096)
  return Buffer.concat([
    salt,
    record_size,
    Buffer.from([own_key.length]),
    own_key,
    inside,
    cipher.getAuthTag(),
  ])
}
