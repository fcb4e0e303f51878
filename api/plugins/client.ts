import {
  type ClientKind,
  clientHeader,
  platformHeader,
  timeZoneHeader,
} from '@openspot/contract/identity/users.ts'
import { clientKinds, clientPlatforms, isOneOf } from '@openspot/core/enums.ts'
import { isZone } from '@openspot/core/time/zone.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { refuse } from '../errors.ts'
import { atOnce } from './hooks.ts'

export interface Client {
  kind: Static<typeof ClientKind> | null
  platform: (typeof clientPlatforms)[number] | null
  /** The zone of the reader's clock. Null if it isn't known. */
  time_zone: string | null
}

/** Every client sends its kind and platform, of which unknown values are rejected, and may send its time zone. */
export function readClient(app: FastifyInstance): void {
  app.decorateRequest('client', null as unknown as Client)
  const read = atOnce((request) => {
    const kind = one(request, clientHeader)
    const platform = one(request, platformHeader)
    if (kind !== null && !isOneOf(clientKinds, kind)) {
      refuse('request_invalid', {
        field: clientHeader,
        message: (t) => t('apiErrors.request.client', { header: clientHeader }),
      })
    }
    if (platform !== null && !isOneOf(clientPlatforms, platform)) {
      refuse('request_invalid', {
        field: platformHeader,
        message: (t) => t('apiErrors.request.platform', { header: platformHeader }),
      })
    }
    const zone = one(request, timeZoneHeader)
    request.client = { kind, platform, time_zone: zone !== null && isZone(zone) ? zone : null }
  })
  app.addHook('onRequest', read)
}

function one(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}
