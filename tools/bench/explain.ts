import { type App, type AppDeps, buildApp } from '@openspot/api/app/app.ts'
import { paymentDepsOf } from '@openspot/api/jobs/payment-deps.ts'
import { readStripeEvent } from '@openspot/api/jobs/read-stripe-event.ts'
import { syncOpenPayments } from '@openspot/api/jobs/release-holds.ts'
import { openGateHub } from '@openspot/api/operations/gates/gate-hub.ts'
import { openGateDrivers } from '@openspot/api/operations/gates/open-driver.ts'
import { openVendors } from '@openspot/api/people/connectors/open-vendors.ts'
import { observe } from '@openspot/api/platform/observability/observe.ts'
import { openMessaging } from '@openspot/api/platform/push/open-messaging.ts'
import { realPorts } from '@openspot/api/ports.ts'
import { secretsFrom } from '@openspot/api/secrets.ts'
import { connectStripe } from '@openspot/api/stripe.ts'
import { Traffic } from '@openspot/api/traffic.ts'
import { connectDatabase } from '@openspot/db/database.ts'
import { settingsFor } from '@openspot/server/settings.ts'
import { moneyWorks } from './explain-money.ts'
import type { HttpRequest } from './http-client.ts'
import { benchSecret } from './messages.ts'
import { explainedDatabase, type Plan } from './plans.ts'
import { bookingRequest, requestsOf, searchRequest, signedIn } from './requests.ts'
import { idOf, type Size, tokenOf } from './size.ts'

export interface Explained {
  what: string
  plan: 'custom' | 'generic'
  plans: Plan[]
}

/** Performs every frequent operation once, and returns the plan of every statement it ran. */
export async function explain(database_url: string, size: Size, base_at: string): Promise<Explained[]> {
  const explained: Explained[] = []
  // Connecting like the product registers parsers for arrays of our enums in the driver.
  await (await connectDatabase(database_url, 1)).close()
  for (const plan of ['custom', 'generic'] as const) {
    const { database, take } = explainedDatabase(database_url, plan)
    const settings = settingsFor({ OPENSPOT_ROLES: 'api', LOG_LEVEL: 'fatal' })
    const watch = await observe(settings)
    const { log } = watch
    const secrets = secretsFrom(benchSecret)
    const changes = { announce: () => {}, watch: () => () => {}, close: async () => {} }
    const deps: AppDeps = {
      ...watch,
      settings,
      database,
      // A plan does not depend on how busy the machine is, so no call is shed.
      ports: { ...realPorts, loopDelay: () => 0 },
      stripe: connectStripe({ secret_key: 'sk_test_bench' }),
      stripe_webhook_secret: 'whsec_bench',
      stripe_connect_webhook_secret: 'whsec_bench_connect',
      card_form: null,
      secrets,
      changes,
      vendors: openVendors(settings, realPorts),
      messaging: openMessaging(settings, realPorts),
      traffic: new Traffic(database.pool, realPorts),
      gates: openGateHub(
        { settings, database, ports: realPorts, secrets, changes, log },
        await openGateDrivers(settings.gates, { ports: realPorts, secrets }),
      ),
    }
    const app = await buildApp(deps)
    try {
      for (const [what, work] of Object.entries(works(app, deps, size, base_at, plan))) {
        take()
        await work()
        explained.push({ what, plan, plans: take() })
      }
    } finally {
      await app.close()
      await database.close()
    }
  }
  return explained
}

function works(
  app: App,
  appDeps: AppDeps,
  size: Size,
  base_at: string,
  plan: 'custom' | 'generic',
): Record<string, () => Promise<unknown>> {
  const preferences = requestsOf({ seed: plan === 'custom' ? 7 : 8, size, base_at })
  const { hold } = preferences.booking()
  let booking = bookingRequest(preferences.booking())
  /** Books a spot. Many are taken already, also by the run before this one. */
  const book = async () => {
    for (let left = MOST_TAKEN; await isTaken(app, booking); left--) {
      if (left === 0) throw new Error(`${MOST_TAKEN} spots in a row were taken.`)
      booking = bookingRequest(preferences.booking())
    }
  }
  const deps = paymentDepsOf(appDeps)
  const lot = Math.floor(size.lots / 2) + 1
  // The first member of each lot is its admin.
  const admin = signedIn(tokenOf((lot * 7) % size.users))
  const driver = signedIn(tokenOf(42))
  const get = (path: string, headers: Record<string, string>) => call(app, { method: 'GET', path, headers })
  const time = `starts_at=${hold.starts_at}&ends_at=${hold.ends_at}`
  const lot_id = idOf('lot', lot)
  return {
    'session and user': () => get('/api/v1/users/me', driver),
    'a spot': () => get(`/api/v1/spots/${idOf('spot', 12_345)}`, driver),
    search: () => call(app, searchRequest(preferences.search(Date.now()), 0)),
    'spots of a lot': () => get(`/api/v1/search/lot-spots?lot_id=${lot_id}&${time}`, driver),
    checkout: () => get(`/api/v1/reservations/checkout?spot_id=${idOf('spot', 12_345)}&${time}`, driver),
    booking: book,
    'repeated booking': () => call(app, booking),
    'my reservations': () => get('/api/v1/reservations/park-history', driver),
    'my upcoming reservations': () => get('/api/v1/reservations/park-history?when=upcoming', driver),
    'reservations of a lot': () => get(`/api/v1/reservations/park-history?lot_id=${lot_id}`, admin),
    'board of a lot': () => get(`/api/v1/monitor/lots/${lot_id}/spots`, admin),
    'vehicles of a lot': () => get(`/api/v1/monitor/lots/${lot_id}/vehicles`, admin),
    'summary of a lot': () => get(`/api/v2/monitor/lots/${lot_id}/reservations-summary`, admin),
    'overview of a lot': () => get(`/api/v2/lots/${lot_id}/overview`, admin),
    'lots of a person': () => get('/api/v2/portfolio', admin),
    'search of the staff': () => get(`/api/v2/staff-search?q=a1&lot_id=${lot_id}`, admin),
    'search of the staff by name': () => get(`/api/v2/staff-search?q=anna`, admin),
    'timeline of a lot': () => get(`/api/v2/lots/${lot_id}/timeline?${monthFrom(base_at)}`, admin),
    'figures of a lot': () => get(`/api/v2/lots/${lot_id}/figures`, admin),
    'my memberships': () => get('/api/v1/lots/memberships/mine', driver),
    'payments to check at the provider': () => syncOpenPayments(deps),
    'webhook event': () => readStripeEvent(deps, 'evt_bench'),
    ...moneyWorks(app, appDeps, preferences),
  }
}

/** The time range that the screen reads. */
function monthFrom(base_at: string): string {
  const starts_at = new Date(base_at)
  const ends_at = new Date(starts_at.getTime() + 31 * 86_400_000)
  return `starts_at=${starts_at.toISOString()}&ends_at=${ends_at.toISOString()}`
}

const MOST_TAKEN = 50

async function call(app: App, request: HttpRequest): Promise<void> {
  const refusal = await refusalOf(app, request)
  // A refused call would not run the statements to explain.
  if (refusal !== null) throw new Error(`${request.method} ${request.path}: ${refusal}`)
}

async function isTaken(app: App, request: HttpRequest): Promise<boolean> {
  const refusal = await refusalOf(app, request)
  if (refusal !== null && !refusal.includes('"spot_taken"')) throw new Error(refusal)
  return refusal !== null
}

async function refusalOf(app: App, { method, path, headers, body }: HttpRequest): Promise<string | null> {
  const answer = await app.inject({
    method,
    url: path,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: body }),
  })
  return answer.statusCode >= 400 ? answer.body : null
}
