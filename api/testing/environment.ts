import type { StripeAddress } from '../payments/stripe.ts'

/** How many sequences the model test draws, and from which seed on. */
export const modelRuns = (): { seeds: number; first: number } => ({
  seeds: Number(process.env['OPENSPOT_MODEL_SEEDS'] ?? 4),
  first: Number(process.env['OPENSPOT_MODEL_FIRST'] ?? 1),
})

/** How many requests each call gets of the test that sends whatever to whichever call, and which: `docs/measurements.md`. */
export const hostileRuns = (): { runs: number; seed: number } => ({
  runs: Number(process.env['OPENSPOT_HOSTILE_RUNS'] ?? 25),
  seed: Number(process.env['OPENSPOT_HOSTILE_SEED'] ?? 1),
})

/**
 * The card provider of the tests of `*.provider.test.ts`: Stripe itself, by a test key, or whoever speaks its protocol
 * at an address.
 */
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

/** Where Firebase's own Auth emulator listens, for the tests of `*.emulator.test.ts`. */
export function emulatorHost(): string {
  const host = process.env['OPENSPOT_TEST_FIREBASE_EMULATOR']
  if (!host) throw new Error('OPENSPOT_TEST_FIREBASE_EMULATOR has to be host:port of the Auth emulator.')
  return host
}
