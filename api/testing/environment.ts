import { atDepth } from '@openspot/db/testing/depth.ts'
import type { StripeAddress } from '../stripe.ts'

/** The number of sequences that a model test runs, and its first seed. */
export const modelRuns = (): { seeds: number; first: number } => ({
  seeds: Number(process.env['OPENSPOT_MODEL_SEEDS'] ?? atDepth(1, 4)),
  first: Number(process.env['OPENSPOT_MODEL_FIRST'] ?? 1),
})

/** The number of requests per route in the fuzz test, and its seed: see `docs/measurements.md`. */
export const hostileRuns = (): { runs: number; seed: number } => ({
  runs: Number(process.env['OPENSPOT_HOSTILE_RUNS'] ?? atDepth(4, 25)),
  seed: Number(process.env['OPENSPOT_HOSTILE_SEED'] ?? 1),
})

/** The card provider for `*.provider.test.ts`: Stripe itself with a test key, or a server that speaks its protocol. */
export function providerAddress(): StripeAddress {
  const secret_key = process.env['OPENSPOT_TEST_STRIPE_KEY'] ?? ''
  if (!/^(sk|rk)_test_/.test(secret_key)) {
    throw new Error(
      'OPENSPOT_TEST_STRIPE_KEY has to be a test key of Stripe (sk_test_…): nobody pays for a test.',
    )
  }
  const at = process.env['OPENSPOT_TEST_STRIPE_URL']
  if (at === undefined) return { secret_key }
  const { hostname, port, protocol } = new URL(at)
  const isSecure = protocol === 'https:'
  const host = {
    host: hostname,
    port: Number(port || (isSecure ? 443 : 80)),
    protocol: isSecure ? 'https' : 'http',
  } as const
  return { secret_key, host }
}

/** The address of Firebase's Auth emulator for `*.emulator.test.ts`. */
export function emulatorHost(): string {
  const host = process.env['OPENSPOT_TEST_FIREBASE_EMULATOR']
  if (!host) throw new Error('OPENSPOT_TEST_FIREBASE_EMULATOR has to be host:port of the Auth emulator.')
  return host
}
