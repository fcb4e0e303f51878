import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, verify } from 'node:crypto'
import type { Answer, Received, Switches } from './switches.ts'

const project_id = 'openspot-stand-in'
const client_email = `sender@${project_id}.iam.gserviceaccount.com`

export interface FcmMessage {
  token?: string
  notification?: { title?: string; body?: string }
  data?: Record<string, string>
  [more: string]: unknown
}

const failure = (status: number, name: string, message: string, code = name): Answer => ({
  status,
  body: {
    error: {
      code: status,
      message,
      status: name,
      details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code }],
    },
  },
})

/** The HTTP v1 API of Firebase Cloud Messaging with one project, and Google's token endpoint for its service account. */
export class Fcm {
  /** The messages that were accepted, the latest last. */
  readonly messages: FcmMessage[] = []
  private readonly public_key: KeyObject
  private readonly private_key: string
  private readonly registered = new Set<string>()
  private readonly access = new Map<string, number>()
  private readonly now: () => Date

  constructor(now: () => Date) {
    this.now = now
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    this.public_key = createPublicKey(publicKey.export({ format: 'pem', type: 'spki' }))
    this.private_key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  }

  /** The key of the service account, as Firebase's console offers it for download. */
  serviceAccount(url: string) {
    return {
      type: 'service_account',
      project_id,
      private_key_id: 'stand-in',
      private_key: this.private_key,
      client_email,
      client_id: '1',
      token_uri: `${url}/token`,
    }
  }

  /** Registers an app on a device. Returns its token. */
  register(): string {
    const token = `${randomBytes(11).toString('base64url')}:APA91b${randomBytes(60).toString('base64url')}`
    this.registered.add(token)
    return token
  }

  /** What happens when the app is removed. */
  unregister(token: string): void {
    this.registered.delete(token)
  }

  answerToken({ body }: Received, switches: Switches): Answer {
    const form = new URLSearchParams(body.toString('utf8'))
    const refused = (description: string): Answer => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: description },
    })
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return { status: 400, body: { error: 'unsupported_grant_type' } }
    const [head = '', payload = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const isSigned = verify(
      'RSA-SHA256',
      Buffer.from(`${head}.${payload}`),
      this.public_key,
      Buffer.from(signature, 'base64url'),
    )
    if (!isSigned || switches.deny) return refused('Invalid JWT Signature.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
    const now = this.now().getTime() / 1000
    if (claims['iss'] !== client_email) return refused('Invalid issuer.')
    if (Number(claims['exp']) < now || Number(claims['iat']) > now + 300)
      return refused('Invalid JWT: expired.')
    if (
      !String(claims['scope']).includes('firebase.messaging') &&
      !String(claims['scope']).includes('cloud-platform')
    )
      return { status: 400, body: { error: 'invalid_scope' } }
    const access_token = `ya29.${randomBytes(20).toString('base64url')}`
    this.access.set(access_token, now + 3600)
    return { status: 200, body: { access_token, expires_in: 3599, token_type: 'Bearer' } }
  }

  answerSend({ url, headers, body }: Received, switches: Switches): Answer {
    const token = /^Bearer (.+)$/.exec(String(headers['authorization']))?.[1] ?? ''
    const until = this.access.get(token)
    if (until === undefined || until < this.now().getTime() / 1000 || switches.deny)
      return failure(
        401,
        'UNAUTHENTICATED',
        'Request had invalid authentication credentials.',
        'THIRD_PARTY_AUTH_ERROR',
      )
    if (!url.includes(`/projects/${project_id}/`))
      return { status: 403, body: { error: { status: 'PERMISSION_DENIED' } } }
    const known = codes.find(([code]) => code === switches.code)
    if (known) return failure(known[1], known[2], 'Refused by a switch', known[0])
    const { message } = JSON.parse(body.toString('utf8')) as { message?: FcmMessage }
    const to = message?.token
    if (!message || typeof to !== 'string' || !/^[\w-]{10,}:[\w-]{20,}$/.test(to))
      return failure(400, 'INVALID_ARGUMENT', 'The registration token is not a valid FCM registration token')
    if (Object.values(message.data ?? {}).some((value) => typeof value !== 'string'))
      return failure(400, 'INVALID_ARGUMENT', 'Invalid value at ‘message.data’')
    if (!this.registered.has(to))
      return failure(404, 'NOT_FOUND', 'Requested entity was not found.', 'UNREGISTERED')
    this.messages.push(message)
    return { status: 200, body: { name: `projects/${project_id}/messages/${this.messages.length}` } }
  }
}

const codes: readonly [code: string, status: number, name: string][] = [
  ['UNREGISTERED', 404, 'NOT_FOUND'],
  ['SENDER_ID_MISMATCH', 403, 'PERMISSION_DENIED'],
  ['QUOTA_EXCEEDED', 429, 'RESOURCE_EXHAUSTED'],
  ['UNAVAILABLE', 503, 'UNAVAILABLE'],
  ['INTERNAL', 500, 'INTERNAL'],
  ['INVALID_ARGUMENT', 400, 'INVALID_ARGUMENT'],
]
