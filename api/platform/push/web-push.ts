import { createHash } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { encryptPush, MAX_PAYLOAD_BYTES } from './encrypt.ts'
import { type Outcome, outcomeOfError } from './outcome.ts'
import type { PushContent, PushTarget } from './push.ts'
import { VapidKeyUnreadable, vapidHeader, vapidKey } from './vapid.ts'

const timeoutMs = 15_000

/** Sends a push to a browser through the push service that it chose. */
export async function sendWebPush(
  deps: Pick<Deps, 'database' | 'messaging' | 'ports' | 'secrets' | 'settings'>,
  target: PushTarget,
  content: PushContent,
  ttl_seconds: number,
): Promise<Outcome> {
  const { messaging, ports, settings } = deps
  const now = ports.now()
  try {
    const key = await vapidKey({ ports, secrets: deps.secrets, pool: deps.database.pool })
    const subject = subjectOf(settings.public_url, settings.email_from)
    const payload = payloadOf(content)
    const answer = await messaging.net.send(
      {
        method: 'POST',
        url: target.push_token,
        headers: {
          authorization: await vapidHeader(key, { endpoint: target.push_token, subject, now }),
          ttl: String(ttl_seconds),
          // A message that waits is replaced by another one about the same: 32 characters at most (RFC 8030, 5.4).
          topic: createHash('sha256').update(content.tag).digest('base64url').slice(0, 32),
          urgency: 'high',
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
        },
        body: encryptPush(
          payload,
          { public_key: target.device_public_key ?? '', auth_secret: target.auth_secret ?? '' },
          (bytes) => ports.random(bytes),
        ),
      },
      AbortSignal.timeout(timeoutMs),
    )
    return outcomeOf(answer.status)
  } catch (error) {
    if (error instanceof VapidKeyUnreadable) return { kind: 'REFUSED', error: error.message }
    return outcomeOfError(error)
  }
}

function outcomeOf(status: number): Outcome {
  const error = `The push service answered ${status}.`
  if (status >= 200 && status < 300) return { kind: 'SENT' }
  if (status === 404 || status === 410) return { kind: 'GONE', error }
  if (status === 401 || status === 403) return { kind: 'REFUSED', error }
  return status >= 500 ? { kind: 'RETRY', error, after_seconds: null } : { kind: 'FAILED', error }
}

/** Shortens the text until the payload fits: in some scripts a character takes four bytes. */
function payloadOf(content: PushContent): Buffer {
  let { text } = content
  let payload = Buffer.from(JSON.stringify(content))
  while (payload.length > MAX_PAYLOAD_BYTES) {
    text = text.slice(0, Math.floor(text.length * 0.8))
    payload = Buffer.from(JSON.stringify({ ...content, text: `${text}…` }))
  }
  return payload
}

/** Push services want to know whom to contact: an https: or mailto: URL. */
function subjectOf(public_url: string, email_from: string): string {
  if (public_url.startsWith('https:')) return public_url
  return `mailto:${/<([^<>]+)>/.exec(email_from)?.[1] ?? email_from}`
}
