import { createHmac } from 'node:crypto'
import type { Answer, Received, Switches } from './switches.ts'

export const standInAccount = {
  account_sid: `AC${'0'.repeat(31)}1`,
  auth_token: 'messaging-stand-in-token',
  from: '+13125550100',
}

export interface SentText {
  sid: string
  to: string
  from: string
  body: string
  status: string
  error_code: number | null
  status_callback: string | null
  created_at: Date
}

/** Twilio's test numbers: what it answers to a message to each. */
const refusals: Record<string, [code: number, text: string]> = {
  '+15005550001': [21211, 'Invalid ‘To’ Phone Number'],
  '+15005550002': [21612, 'The ‘To’ phone number is not currently reachable'],
  '+15005550003': [21408, 'Permission to send an SMS has not been enabled for the region'],
  '+15005550004': [21610, 'Attempt to send to unsubscribed recipient'],
  '+15005550009': [21614, '‘To’ number is not a valid mobile number'],
}
const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']

const failure = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})

/** Twilio's Messages API with one account, callbacks, and STOP. */
export class Twilio {
  /** The messages that were accepted, the latest last. */
  readonly texts: SentText[] = []
  /** Where the account's number reports what people send to it. */
  incoming_url: string | null = null
  /** Returns where a webhook is reached if that isn't its address. The signature is for its address. */
  reach: (url: string) => string = (url) => url
  private readonly stopped = new Set<string>()
  private readonly now: () => Date
  private readonly post: (url: string, form: URLSearchParams, signature: string) => Promise<void>

  constructor(now: () => Date, post: Twilio['post']) {
    this.now = now
    this.post = post
  }

  answer({ method, url, headers, body }: Received, switches: Switches): Answer {
    const { account_sid, auth_token, from: own_number } = standInAccount
    const right = `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`
    if (headers['authorization'] !== right || switches.deny) return failure(401, 20003, 'Authenticate')
    const { pathname, searchParams } = new URL(url, 'http://stand-in.example')
    if (pathname !== `/2010-04-01/Accounts/${account_sid}/Messages.json`)
      return failure(404, 20404, 'The requested resource was not found')
    if (method === 'GET') return { status: 200, body: { messages: this.list(searchParams) } }
    if (method !== 'POST') return failure(405, 20004, 'Method not allowed')
    const form = new URLSearchParams(body.toString('utf8'))
    const to = form.get('To') ?? ''
    const from = form.get('MessagingServiceSid') ?? form.get('From') ?? ''
    const text = form.get('Body') ?? ''
    if (switches.code !== null) return failure(400, Number(switches.code), 'Refused by a switch')
    if (from !== own_number && !/^MG[0-9a-f]{32}$/.test(from))
      return failure(400, 21606, 'The ‘From’ phone number is not a valid, SMS-capable number')
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return failure(400, 21211, 'Invalid ‘To’ Phone Number')
    if (text === '') return failure(400, 21602, 'Message body is required')
    if (text.length > 1600) return failure(400, 21617, 'The concatenated message body exceeds the limit')
    const refused = this.stopped.has(to) ? refusals['+15005550004'] : refusals[to]
    if (refused) return failure(400, ...refused)
    const sent: SentText = {
      sid: `SM${String(this.texts.length + 1).padStart(32, '0')}`,
      to,
      from,
      body: text,
      status: 'queued',
      error_code: null,
      status_callback: form.get('StatusCallback'),
      created_at: this.now(),
    }
    this.texts.push(sent)
    return { status: 201, body: shown(sent) }
  }

  private list(wanted: URLSearchParams) {
    const since = wanted.get('DateSent>') ?? ''
    return this.texts
      .filter(
        ({ to, created_at }) => to === wanted.get('To') && created_at.toISOString().slice(0, 10) >= since,
      )
      .toReversed()
      .map(shown)
  }

  /** Reports the fate of all messages that have no final status yet, as Twilio does within seconds. */
  async report(final_status: string): Promise<void> {
    for (const text of this.texts.filter(({ status }) => status === 'queued')) {
      const isBad = final_status === 'undelivered' || final_status === 'failed'
      for (const status of ['sent', final_status]) {
        text.status = status
        text.error_code = isBad && status === final_status ? 30003 : null
        await this.call(text.status_callback, {
          MessageSid: text.sid,
          MessageStatus: status,
          To: text.to,
          From: text.from,
          AccountSid: standInAccount.account_sid,
          ...(text.error_code === null ? {} : { ErrorCode: String(text.error_code) }),
        })
      }
    }
  }

  /** What happens when someone texts the account's number. Twilio itself blocks a number after STOP. */
  async receive(from: string, body: string): Promise<void> {
    const word = body.trim().toUpperCase()
    if (stopWords.includes(word)) this.stopped.add(from)
    if (['START', 'UNSTOP', 'YES'].includes(word)) this.stopped.delete(from)
    const { account_sid, from: to } = standInAccount
    await this.call(this.incoming_url, { From: from, To: to, Body: body, AccountSid: account_sid })
  }

  private async call(url: string | null, values: Record<string, string>): Promise<void> {
    if (url === null) return
    const form = new URLSearchParams(values)
    const text = Object.keys(values)
      .toSorted()
      .map((name) => `${name}${values[name]}`)
      .join('')
    const signature = createHmac('sha1', standInAccount.auth_token)
      .update(url + text)
      .digest('base64')
    await this.post(this.reach(url), form, signature)
  }
}

const shown = ({ sid, to, from, body, status, error_code, created_at }: SentText) => ({
  sid,
  account_sid: standInAccount.account_sid,
  to,
  from,
  body,
  status,
  error_code,
  error_message: null,
  direction: 'outbound-api',
  date_created: created_at.toUTCString().replace('GMT', '+0000'),
  num_segments: '1',
})
