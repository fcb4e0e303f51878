import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  receiveTextRoute,
  receiveTextStatusRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { allowTexts, setNumberRejected, stopTexts } from './numbers.sql.ts'
import { setTextReport } from './texts.sql.ts'
import { codes, isSigned } from './twilio.ts'

/** The words that the rules of carriers give these meanings, whatever the language of the person is. */
const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const startWords = ['START', 'UNSTOP', 'YES']

export const twilioWebhookRoutes: FastifyPluginAsyncTypebox = async (app) => {
  // The signature covers the parameters as they were sent.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 20_000 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )

  app.route({
    ...receiveTextStatusRoute,
    handler: async (request, reply) => {
      const form = read(request)
      const now = app.ports.now()
      const sid = form.get('MessageSid') ?? ''
      const status = form.get('MessageStatus') ?? ''
      const code = /^\d{1,6}$/.exec(form.get('ErrorCode') ?? '')?.[0] ?? ''
      if (status === 'delivered') await setTextReport(app.db, sid, { state: 'DELIVERED' }, now)
      if (status === 'failed' || status === 'undelivered') {
        const error = `Twilio reported ${status}${code === '' ? '' : ` (${code})`}.`
        const text = await setTextReport(app.db, sid, { state: 'FAILED', error }, now)
        if (text && code === codes.stopped) await stopTexts(app.db, text.to_phone, now)
        else if (text && codes.unusable.some((each) => each === code))
          await setNumberRejected(app.db, text.to_phone, code)
      }
      reply.status(204)
      return null
    },
  })

  app.route({
    ...receiveTextRoute,
    handler: async (request, reply) => {
      const form = read(request)
      const from = form.get('From') ?? ''
      const word = (form.get('Body') ?? '').trim().toUpperCase()
      if (/^\+[1-9]\d{6,14}$/.test(from)) {
        // Twilio itself answers these words and blocks the number too.
        if (stopWords.includes(word)) await stopTexts(app.db, from, app.ports.now())
        if (startWords.includes(word)) await allowTexts(app.db, from)
      }
      reply.status(204)
      return null
    },
  })

  /** Returns the parameters of a request by Twilio. Refuses any other without saying why. */
  function read(request: FastifyRequest): URLSearchParams {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const signature = String(request.headers['x-twilio-signature'] ?? '')
    const url = `${app.settings.public_url}${request.url}`
    const { twilio } = app.messaging
    if (twilio !== null && isSigned(twilio.auth_token, url, form, signature)) return form
    return refuse('request_invalid', {
      field: 'x-twilio-signature',
      message: (t) => t('apiErrors.request.signature'),
    })
  }
}
