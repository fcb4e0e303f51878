import { createECDH, randomBytes } from 'node:crypto'
import ece from 'http_ece'
import { expect, test } from 'vitest'
import { encryptPush, MAX_PAYLOAD_BYTES } from './encrypt.ts'

function aBrowser() {
  const own = createECDH('prime256v1')
  const public_key = own.generateKeys('base64url')
  const auth = randomBytes(16)
  return {
    keys: { public_key, auth_secret: auth.toString('base64url') },
    decrypt: (body: Buffer) =>
      ece.decrypt(body, { version: 'aes128gcm', privateKey: own, authSecret: auth.toString('base64url') }),
  }
}

test.each([0, 1, 100, MAX_PAYLOAD_BYTES])(
  'another implementation decrypts a payload of %d bytes',
  (length) => {
    const browser = aBrowser()
    const payload = randomBytes(length)
    const body = encryptPush(payload, browser.keys, randomBytes)
    expect(body.length).toBeLessThanOrEqual(4096)
    expect(browser.decrypt(body).equals(payload)).toBe(true)
  },
)

test('another browser can’t decrypt a payload, and none decrypts one that was changed', () => {
  const browser = aBrowser()
  const body = encryptPush(Buffer.from('Level 2'), browser.keys, randomBytes)
  expect(() => aBrowser().decrypt(body)).toThrow(/authenticate/)
  const at = body.length - 20
  body.writeUInt8(body.readUInt8(at) ^ 1, at)
  expect(() => browser.decrypt(body)).toThrow(/authenticate/)
})

test('a payload that no push service would accept is rejected', () => {
  const { keys } = aBrowser()
  expect(() => encryptPush(Buffer.alloc(MAX_PAYLOAD_BYTES + 1), keys, randomBytes)).toThrow(RangeError)
})
