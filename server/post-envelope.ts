import type { App } from '@openspot/api/app/app.ts'
import type { PostEnvelope } from '@openspot/api/platform/error-monitoring/send-reports.ts'
import type { Ports } from '@openspot/api/ports.ts'
import { reportSettingsOf, tunnelOf } from '@openspot/core/error-monitoring/page-settings.ts'
import type { Settings } from '@openspot/core/settings.ts'

const TIMEOUT_MS = 5_000

/** Returns how errors of this process reach the tunnel: in this process if it has the API, otherwise over the network. */
export function postEnvelopes(
  app: App | null,
  settings: Pick<Settings, 'api_url' | 'environment' | 'sentry'>,
  ports: Pick<Ports, 'fetch'>,
): PostEnvelope {
  const path = tunnelOf(reportSettingsOf(settings, ''))
  return async (body) => {
    if (app) {
      const { statusCode } = await app.inject({ method: 'POST', url: path, payload: Buffer.from(body) })
      return statusCode
    }
    const { status } = await ports.fetch(settings.api_url + path, {
      method: 'POST',
      body: Buffer.from(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return status
  }
}
