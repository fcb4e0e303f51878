import { createHash } from 'node:crypto'

/** What a 401 response demands (RFC 7616). Only SHA-256 with `auth` is accepted, so nobody can ask for a weaker one. */
export interface DigestChallenge {
  realm: string
  nonce: string
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns the challenge of a `WWW-Authenticate` header, or null if it is not a SHA-256 digest. */
export function parseChallenge(header: string | undefined): DigestChallenge | null {
  if (header === undefined || !/^digest\s/i.test(header)) return null
  const fields = new Map(
    [...header.matchAll(/([\w-]+)=(?:"([^"]*)"|([^\s,]+))/g)].map(
      ([, name = '', quoted, bare]) => [name.toLowerCase(), quoted ?? bare ?? ''] as const,
    ),
  )
  const realm = fields.get('realm')
  const nonce = fields.get('nonce')
  if (realm === undefined || nonce === undefined || fields.get('algorithm')?.toUpperCase() !== 'SHA-256')
    return null
  const qops = (fields.get('qop') ?? '').split(',').map((qop) => qop.trim())
  return qops.includes('auth') ? { realm, nonce } : null
}

export interface DigestRequest extends DigestChallenge {
  user: string
  password: string
  method: string
  uri: string
  cnonce: string
  /** How many requests have used this nonce, this one included. */
  count: number
}

export function digestResponse(request: DigestRequest): string {
  const { user, realm, password, method, uri, nonce, cnonce } = request
  const ha1 = sha256(`${user}:${realm}:${password}`)
  const ha2 = sha256(`${method}:${uri}`)
  return sha256([ha1, nonce, countText(request), cnonce, 'auth', ha2].join(':'))
}

const countText = ({ count }: DigestRequest): string => count.toString(16).padStart(8, '0')

export function digestHeader(request: DigestRequest): string {
  const { user, realm, nonce, uri, cnonce } = request
  return (
    `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=SHA-256, ` +
    `qop=auth, nc=${countText(request)}, cnonce="${cnonce}", response="${digestResponse(request)}"`
  )
}
