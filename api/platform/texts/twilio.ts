import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { Messaging } from '../../messaging.ts'
import { type Outcome, outcomeOfError } from '../push/outcome.ts'

type Twilio = NonNullable<Messaging['twilio']>
type TwilioDeps = Pick<Deps, 'messaging' | 'settings'>

const timeoutMs = 15_000

/** Why Twilio gave no text: what concerns only this number, by its code. */
export const codes = {
  /** The recipient answered STOP. */
  stopped: '21610',
  /** Not a number, or one that can't get texts. */
  unusable: ['21211', '21614', '21217', '30003', '30005', '30006'],
  /** Our own settings: the credentials, the sender, or the account. */
  ours: ['20003', '20005', '20404', '21212', '21603', '21606', '21607', '21659', '21703', '30001', '30002'],
} as const

/** The outcome of a text; for a refusal also Twilio's code. */
export type TextOutcome = Outcome & { code?: string }

interface Message {
  id: string
  to: string
  body: string
  /** When it was written, to find it if the answer to the first attempt was lost. */
  created_at: string
  is_repeated: boolean
}

/** Sends a text through Twilio's Messages API. Before a second attempt, Twilio is asked whether it has the text already. */
export async function sendTwilio(deps: TwilioDeps, twilio: Twilio, message: Message): Promise<TextOutcome> {
  try {
    const sent = message.is_repeated ? await findSent(deps, twilio, message) : null
    if (sent !== null) return { kind: 'SENT', provider_id: sent }
    return await post(deps, twilio, message)
  } catch (error) {
    return outcomeOfError(error)
  }
}

async function post(
  { messaging, settings }: TwilioDeps,
  twilio: Twilio,
  message: Message,
): Promise<TextOutcome> {
  const sender: Record<string, string> = twilio.from.startsWith('MG')
    ? { MessagingServiceSid: twilio.from }
    : { From: twilio.from }
  const answer = await messaging.net.send(
    {
      method: 'POST',
      url: messagesUrl(twilio),
      headers: { ...headersOf(twilio), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        To: message.to,
        ...sender,
        Body: message.body,
        StatusCallback: `${settings.public_url}/api/webhooks/twilio/status`,
      }).toString(),
    },
    AbortSignal.timeout(timeoutMs),
  )
  const body = parse(answer.body)
  const code = typeof body['code'] === 'number' ? String(body['code']) : ''
  const error = `Twilio answered ${answer.status}${code === '' ? '' : ` (${code})`}.`
  if (answer.status === 201 && typeof body['sid'] === 'string')
    return { kind: 'SENT', provider_id: body['sid'] }
  if (code === codes.stopped || codes.unusable.some((each) => each === code))
    return { kind: 'GONE', error, code }
  if ([401, 403].includes(answer.status) || codes.ours.some((each) => each === code))
    return { kind: 'REFUSED', error, code }
  // Without a code of Twilio the address is not that of its API.
  if (answer.status === 404) return { kind: 'REFUSED', error }
  return answer.status >= 500
    ? { kind: 'RETRY', error, after_seconds: null }
    : { kind: 'FAILED', error, code }
}

/** Returns the ID of the text if Twilio has it. */
async function findSent({ messaging }: TwilioDeps, twilio: Twilio, message: Message): Promise<string | null> {
  // The list is by days of UTC.
  const since = message.created_at.slice(0, 10)
  const wanted = new URLSearchParams({ To: message.to, 'DateSent>': since, PageSize: '50' })
  const answer = await messaging.net.send(
    { method: 'GET', url: `${messagesUrl(twilio)}?${wanted.toString()}`, headers: headersOf(twilio) },
    AbortSignal.timeout(timeoutMs),
  )
  const listed = parse(answer.body)['messages']
  const found = (Array.isArray(listed) ? listed : []).find(
    (one: { body?: unknown; date_created?: unknown }) =>
      one.body === message.body &&
      Date.parse(String(one.date_created)) >= Date.parse(message.created_at) - 60_000,
  ) as { sid?: unknown } | undefined
  return typeof found?.sid === 'string' ? found.sid : null
}

const messagesUrl = ({ url, account_sid }: Twilio) =>
  `${url}/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/Messages.json`

const headersOf = ({ account_sid, auth_token }: Twilio) => ({
  authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`,
})

function parse(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // Not an answer of Twilio; the status says enough.
    return {}
  }
}

/** Whether a request comes from Twilio: its signature covers our public URL and all parameters of the form. */
export function isSigned(auth_token: string, url: string, form: URLSearchParams, signature: string): boolean {
  const text = [...form.entries()]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .flat()
    .join('')
  const right = createHmac('sha1', auth_token)
    .update(url + text)
    .digest()
  const given = Buffer.from(signature, 'base64')
  return right.length === given.length && timingSafeEqual(right, given)
}
