import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getApplePassRoute, getGooglePassRoute } from '@openspot/contract/booking/wallet-passes.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { findCalendarReservation } from '../calendar/calendar.sql.ts'
import { googlePassUrl, openGoogleKey } from './google-pass.ts'
import { type PassContent, passContent } from './pass-content.ts'
import { applePassesOf } from './wallets.ts'

export const walletPassRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const {
    wallets: { google },
    public_url,
  } = app.settings
  const apple = applePassesOf(app.settings)
  if (apple?.isValidAt(app.ports.now()) === false)
    app.log.error('The certificates for Apple Wallet have expired, so no passes are offered. Renew them.')

  // A damaged key stops the start instead of the first driver who wants a pass.
  const googleKey = google && openGoogleKey(google.service_account)

  app.route({
    ...getApplePassRoute,
    handler: async ({ params }, reply) => {
      if (!apple?.isValidAt(app.ports.now())) return refuse('wallet_unavailable')
      const pass = apple.make(await contentOf(app, params.reservation_id))
      const name = `openspot-${shortCode(params.reservation_id)}.pkpass`
      reply
        .type('application/vnd.apple.pkpass')
        .header('content-disposition', `attachment; filename="${name}"`)
      // The contract's type is what the client receives; the server sends the bytes.
      return pass as unknown as File
    },
  })

  app.route({
    ...getGooglePassRoute,
    handler: async ({ params }) => {
      if (!google || !googleKey) return refuse('wallet_unavailable')
      const content = await contentOf(app, params.reservation_id)
      return { url: await googlePassUrl(content, google, googleKey, { public_url, now: app.ports.now() }) }
    },
  })
}

/** Throws `reservation_not_open` unless there is something to enter with. */
async function contentOf(app: FastifyInstance, reservation_id: string): Promise<PassContent> {
  const reservation = (await findCalendarReservation(app.pool, reservation_id)) ?? refuse('not_found')
  const isOver = reservation.ends_at !== null && new Date(reservation.ends_at) <= app.ports.now()
  if (reservation.status !== 'ACTIVE' || isOver) refuse('reservation_not_open')
  return passContent(reservation, app.settings.public_url)
}
