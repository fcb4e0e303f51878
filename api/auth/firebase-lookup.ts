import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'

const patienceMs = 5_000

/**
 * Whether the vendor has revoked a token since it was given (its user signed out everywhere, changed their password, was
 * switched off or removed). Asked where the project's web key is set, or of the emulator. Without it a token counts for
 * the few minutes that it is fresh, unless its sign-in lies before everything was signed out here.
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
  const answer = await app.ports
    .fetch(`${at}/v1/accounts:lookup?key=${encodeURIComponent(api_key ?? 'emulator')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken: token }),
      signal: AbortSignal.timeout(patienceMs),
      redirect: 'error',
    })
    .catch(() => null)
  if (answer === null || answer.status >= 500) return refuse('unavailable', { retry_after_seconds: 5 })
  // The vendor's own refusal: the token has run out there, its user is gone or switched off.
  if (!answer.ok) return true
  const said = (await answer.json().catch(() => null)) as {
    users?: { disabled?: boolean; validSince?: string }[]
  } | null
  const user = said?.users?.[0]
  return !user || user.disabled === true || Number(user.validSince ?? 0) > authTime
}
