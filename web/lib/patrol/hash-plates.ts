import type { HashAll } from '@openspot/core/plates/hashed.ts'

/** As on the server: 72 bits. */
const HASH_CHARACTERS = 12
const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
const base64urlOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

/** Returns a key that scripts can use and can't read, so that a copy of the storage alone can't be tried against all plates. */
export const importHashKey = (hash_key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(hash_key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

/** Hashes with the key of a shift. */
export const hashAllWith =
  (key: CryptoKey): HashAll =>
  (texts) =>
    Promise.all(
      texts.map(async (text) => {
        const hash = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
        return base64urlOf(hash).slice(0, HASH_CHARACTERS)
      }),
    )
