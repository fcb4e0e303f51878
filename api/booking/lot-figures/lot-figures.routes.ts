import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getLotFiguresRoute } from '@openspot/contract/booking/lot-figures.ts'
import {
  DEFAULT_FIGURE_PERIOD_DAYS,
  MAX_FIGURE_PERIOD_DAYS,
  periodOf,
  shareOf,
  weekOf,
} from '@openspot/core/lot-figures/lot-figures.ts'
import { MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { refuse } from '../../errors.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { lotOf } from '../../plugins/access.ts'
import { minuteOf, readMoment } from '../availability/moments.rules.ts'
import { type DaySpan, sumDays, sumHours, sumSpots } from './lot-figures.sql.ts'

const startOf = (day: string) => `${day}T00:00:00.000Z`
const plusDays = (day: string, days: number) =>
  localDate('UTC', minutesOf(startOf(day)) + days * MINUTES_PER_DAY)

export const lotFiguresRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getLotFiguresRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { time_zone, currency } = await getLot(app.db, lot_id)
      const { from_on, until_on, days } = readDays(
        request.query,
        plusDays(localDate(time_zone, minuteOf(app.ports.now())), -1),
      )
      // One read covers the period and the one before it.
      const both: DaySpan = { lot_id, time_zone, from_on: plusDays(from_on, -days), until_on }
      const [sums, hours, by_spot] = [
        await sumDays(app.pool, both),
        await sumHours(app.pool, both),
        await sumSpots(app.pool, both, from_on),
      ]
      const spots = by_spot.length
      const current = { days: sums.slice(days), hours: hours.filter(({ on }) => on >= from_on) }
      const previous = { days: sums.slice(0, days), hours: hours.filter(({ on }) => on < from_on) }
      return {
        time_zone,
        currency,
        spots,
        current: periodOf(current.days, current.hours, spots),
        previous: periodOf(previous.days, previous.hours, spots),
        week: weekOf(current.hours, spots),
        by_spot: by_spot.map(({ spot_id, label, reservations, ...spot }) => ({
          spot_id,
          label,
          utilization_bps: shareOf(spot.taken_minutes, spot.minutes),
          previous_bps: shareOf(spot.previous_minutes, spot.previous_length),
          reservations,
        })),
      }
    },
  })
}

/** Returns the days of a request, by default those until yesterday. */
function readDays(
  requested: { from_on?: string; until_on?: string },
  yesterday: string,
): { from_on: string; until_on: string; days: number } {
  const until_on = requested.until_on ?? yesterday
  const to = readMoment(startOf(until_on), 'until_on')
  const from_on = requested.from_on ?? plusDays(until_on, 1 - DEFAULT_FIGURE_PERIOD_DAYS)
  const days = (to - readMoment(startOf(from_on), 'from_on')) / MINUTES_PER_DAY + 1
  if (days < 1)
    refuse('request_invalid', { field: 'until_on', message: (t) => t('apiErrors.time.endBeforeStart') })
  if (days > MAX_FIGURE_PERIOD_DAYS) {
    refuse('request_invalid', {
      field: 'until_on',
      message: (t) => t('apiErrors.time.rangeTooLong', { days: MAX_FIGURE_PERIOD_DAYS }),
    })
  }
  return { from_on, until_on, days }
}
