import type { FastifyInstance } from 'fastify'
import { askOperated } from '../../net/operator-http.ts'
import { type Geocoded, readNominatim, readPhoton } from './geocoder.rules.ts'

/** A person who types waits for the answer. */
const PATIENCE_MS = 2_500
/** After a failure, nobody waits for the geocoder for this long. */
const PAUSE_MS = 30_000
const MAX_BYTES = 500_000
const MAX_RESULTS = 6

/**
 * Asks the geocoder of the settings for addresses. Only its address, which the operator set, is ever connected to, and no
 * redirect is followed. Without an answer in time there are no addresses, and for a while nobody asks again.
 */
export class Geocoder {
  private paused_until = 0
  private readonly deps: Pick<FastifyInstance, 'ports' | 'settings' | 'log'>

  constructor(deps: Pick<FastifyInstance, 'ports' | 'settings' | 'log'>) {
    this.deps = deps
  }

  async find(q: string): Promise<Geocoded[]> {
    const { ports, settings, log } = this.deps
    const { geocoder } = settings
    if (geocoder === null || ports.now().getTime() < this.paused_until) return []
    try {
      const answer = await askOperated(ports, {
        url: addressOf(geocoder, q),
        headers: { accept: 'application/json', 'user-agent': `Openspot (${settings.public_url})` },
        timeout_ms: PATIENCE_MS,
        max_bytes: MAX_BYTES,
      })
      if (!answer.ok) throw new Error(`The geocoder answered ${answer.status}.`)
      return (geocoder.kind === 'PHOTON' ? readPhoton : readNominatim)(
        JSON.parse(answer.body.toString('utf8')),
      )
    } catch (error) {
      this.paused_until = ports.now().getTime() + PAUSE_MS
      // Without what was searched for, which may be the address of a person.
      log.warn({ event: 'geocoder_failed', err: error }, 'geocoder failed')
      return []
    }
  }
}

function addressOf({ kind, url }: { kind: 'PHOTON' | 'NOMINATIM'; url: string }, q: string): string {
  const limit = String(MAX_RESULTS)
  return kind === 'PHOTON'
    ? `${url}/api?${new URLSearchParams({ q, limit })}`
    : `${url}/search?${new URLSearchParams({ q, limit, format: 'jsonv2', addressdetails: '1' })}`
}
