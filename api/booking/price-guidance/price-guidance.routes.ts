import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  applyGuidanceRoute,
  getPriceGuidanceRoute,
  replaceGuidanceSettingsRoute,
  undoGuidanceRoute,
} from '@openspot/contract/booking/price-guidance.ts'
import { joinSuggestions } from '@openspot/core/price-guidance/suggest.ts'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { translatorOf } from '../../plugins/locale.ts'
import { adviseLot } from './advise-lot.ts'
import { backtestGuidance } from './backtest-guidance.ts'
import { applyChosen, replaceSettings, undoChange } from './change-guidance.ts'
import type { Actor } from './lay-prices.ts'

const actorOf = (request: FastifyRequest): Actor => ({
  user_id: callerOf(request).user_id,
  t: translatorOf(request),
  audit: (tx, entry) => writeAudit(tx, request, entry),
})

export const priceGuidanceRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getPriceGuidanceRoute,
    handler: async (request) => {
      const advice = await adviseLot(app, lotOf(request))
      const { lot, guided: _guided, guidance_prices: _prices, hours, ...facts } = advice
      const isSold = facts.state !== 'NO_HOUR_PRICE'
      return {
        ...facts,
        currency: lot.currency,
        time_zone: lot.time_zone,
        hour_cents: lot.hour_cents,
        terms_version: lot.terms_version,
        hours: hours.map((hour) => ({ ...hour, current_cents: isSold ? hour.current_cents : null })),
        suggestions: joinSuggestions(hours),
        backtest: await backtestGuidance(app, advice),
      }
    },
  })

  app.route({
    ...replaceGuidanceSettingsRoute,
    handler: (request) => replaceSettings(app, lotOf(request), request.body, actorOf(request)),
  })

  app.route({
    ...applyGuidanceRoute,
    handler: (request) => applyChosen(app, lotOf(request), request.body, actorOf(request)),
  })

  app.route({
    ...undoGuidanceRoute,
    handler: (request) => undoChange(app, lotOf(request), request.body.change_id, actorOf(request)),
  })
}
