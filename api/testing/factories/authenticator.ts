import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Input } from '@openspot/contract/call.ts'
import type { addPasskeyRoute, signInWithPasskeyRoute } from '@openspot/contract/identity/passkeys.ts'

type Registration = Input<typeof addPasskeyRoute>['body']['registration']
type Assertion = Input<typeof signInWithPasskeyRoute>['body']['authentication']

/** A simulated device that holds one passkey (WebAuthn level 3, "none" attestation, ES256). */
export function anAuthenticator(site: { origin: string; rp_id: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  const common = (clientDataJSON: Buffer) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    clientDataJSON: clientDataJSON.toString('base64url'),
  })
  const said = (type: string, challenge: unknown, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  /** The relying party, the flags (user present and verified), and the counter. */
  const facts = (flags: number, rp_id: string) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rp_id), Buffer.from([flags]), count])
  }
  return {
    register(options: Record<string, unknown>, other: { origin?: string } = {}): Registration {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([facts(0x45, site.rp_id), Buffer.alloc(16), length, id, key])
      const { clientDataJSON, ...rest } = common(
        said('webauthn.create', options['challenge'], other.origin ?? site.origin),
      )
      return {
        ...rest,
        response: {
          clientDataJSON,
          attestationObject: cborMap([
            ['fmt', 'none'],
            ['attStmt', 'empty map'],
            ['authData', authData],
          ]).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    signIn(
      options: Record<string, unknown>,
      other: { origin?: string; rp_id?: string; counter?: number; looked?: boolean } = {},
    ): Assertion {
      counter = other.counter ?? counter + 1
      const authData = facts(other.looked === false ? 0x01 : 0x05, other.rp_id ?? site.rp_id)
      const data = said('webauthn.get', options['challenge'], other.origin ?? site.origin)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey)
      const { clientDataJSON, ...rest } = common(data)
      return {
        ...rest,
        response: {
          clientDataJSON,
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest()

/** Encodes the subset of CBOR (RFC 8949) that a passkey needs: maps of small numbers, strings, and bytes. */
function cborMap(entries: [number | string, number | string | Buffer][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

function cbor(value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (value === 'empty map') return head(5, 0)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  return Buffer.concat([head(2, value.length), value])
}

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length])
  return length < 256
    ? Buffer.from([(kind << 5) | 24, length])
    : Buffer.from([(kind << 5) | 25, length >> 8, length & 255])
}
