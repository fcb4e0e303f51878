import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { askOperated, jsonOf } from '../../net/operator-http.ts'

const timeout_ms = 5_000
const max_bytes = 256 * 1024

/**
 * Returns whether the vendor has revoked a token since it was issued (its user signed out everywhere, changed their
 * password, or was disabled or removed). It asks only if the project's web API key or the emulator is set. Otherwise a
 * token stays valid for the few minutes that it is fresh, unless all sessions were ended here after its sign-in. Throws
 * `unavailable`.
 */
export async function isRevokedAtVendor(
  app: FastifyInstance,
  token: string,
  authTime: number,
): Promise<boolean> {
  const { api_key, emulator_host } = app.settings.firebase
  if (api_key === null && emulator_host === null) return false
  const at =
    emulator_host === null
      ? 'https://identitytoolkit.googleapis.com'
      : `http://${emulator_host}/identitytoolkit.googleapis.com`
  const answer = await askOperated(app.ports, {
    url: `${at}/v1/accounts:lookup?key=${encodeURIComponent(api_key ?? 'emulator')}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken: token }),
    timeout_ms,
    max_bytes,
  }).catch(() => null)
  const isAnswered = answer !== null && answer.status < 500 && !(answer.status >= 300 && answer.status < 400)
  if (!isAnswered) return refuse('unavailable', { retry_after_seconds: 5 })
  // The vendor rejects the token because it expired or its user was removed or disabled.
  if (!answer.ok) return true
  const said = jsonOf(answer) as {
    users?: { disabled?: boolean; validSince?: string }[]
  } | null
  const user = said?.users?.[0]
  return !user || user.disabled === true || Number(user.validSince ?? 0) > authTime
}
