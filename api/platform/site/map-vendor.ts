import { type MapFailure, mapFailureOf } from '@openspot/core/maps/vendor.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { askOperated } from '../../net/operator-http.ts'
import { hit } from '../../plugins/hits.ts'
import { triesIn } from '../../plugins/limits.ts'

const timeout_ms = 4_000
/** For how many minutes, at most, no page asks a vendor that refused the server. All processes share it. */
const REFUSED_MINUTES = 5
const refused = 'map vendor refused'
/** The operator is alerted when pages at this many addresses were refused within an hour: one report may be wrong. */
const REPORTS_TO_ALERT = 3

export const isMapRefused = async (app: FastifyInstance): Promise<boolean> =>
  (await triesIn(app, refused, REFUSED_MINUTES)) > 0

/** Takes the report of a page to which the vendor did not serve its map. Logs and counts it, and alerts the operator if it is true. */
export async function takeMapFailure(
  app: FastifyInstance,
  request: FastifyRequest,
  reason: MapFailure,
): Promise<void> {
  const { map } = app.settings
  if (map === null) return
  app.metrics.countVendorFailure('map', reason)
  request.log.warn({ event: 'map_failed', reason }, 'the map vendor did not serve its map')
  // An outage passes by itself. What a person must repair is told at once if the vendor refuses the server too.
  if (reason === 'DOWN') return
  const own = await askVendor(app, map.style_url)
  if (own !== null) {
    await hit(app, refused, REFUSED_MINUTES)
    void app.alert({ event: 'MAP_FAILING', summary: summaries[own] })
    return
  }
  if ((await hit(app, `map failure ${request.ip}`, 60)) > 1) return
  if ((await hit(app, 'map failure', 60)) >= REPORTS_TO_ALERT)
    void app.alert({ event: 'MAP_FAILING', summary: summaries[reason] })
}

const summaries = {
  KEY: 'The map vendor refuses OPENSPOT_MAP_KEY. Pages show the bundled map.',
  QUOTA: 'The quota of the map vendor is used up. Pages show the bundled map.',
  DOWN: 'The map vendor does not answer. Pages show the bundled map.',
} as const satisfies Record<MapFailure, string>

/** Asks for the style as a page does. Returns null if the vendor serves it, or cannot be asked. */
async function askVendor(app: FastifyInstance, style_url: string): Promise<MapFailure | null> {
  try {
    const answer = await askOperated(app.ports, {
      url: style_url,
      // Vendors allow a key to certain sites.
      headers: { referer: `${app.settings.public_url}/` },
      timeout_ms,
      max_bytes: 0,
    })
    return mapFailureOf(answer.status)
  } catch {
    return null
  }
}
