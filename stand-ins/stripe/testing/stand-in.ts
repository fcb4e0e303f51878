import { createServer } from 'node:http'
import { testDatabase } from '@openspot/db/testing/database.ts'
import Stripe from 'stripe'
import { createStripeStandIn, type StandInOptions, type StripeStandIn } from '../stand-in.ts'
import { type Clock, seededRandom } from '../state/ports.ts'

/** A clock for tests, which stands still until it is advanced. */
function testClock(start = '2026-03-02T10:00:00Z'): Clock & { advance(seconds: number): void } {
  let now = new Date(start).getTime()
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1000
    },
  }
}

/** A stand-in on its own database with the official SDK. Time stands still and nothing runs automatically. */
export interface Trial {
  standIn: StripeStandIn
  stripe: Stripe
  clock: ReturnType<typeof testClock>
  url: string
  database_url: string
  end(): Promise<void>
}

export async function startTrial(options: StandInOptions = {}): Promise<Trial> {
  const database = await testDatabase('empty')
  const clock = testClock()
  const standIn = await createStripeStandIn({
    database_url: database.owner_url,
    clock,
    random: seededRandom(7),
    background: false,
    ...options,
  })
  const url = await standIn.listen()
  return {
    standIn,
    stripe: sdkFor(url),
    clock,
    url,
    database_url: database.owner_url,
    end: async () => {
      await standIn.close()
      await database.drop()
    },
  }
}

/** Retries are off so that a test sees each response; tests of retries turn them on. */
export function sdkFor(url: string, config: Partial<Stripe.StripeConfig> = {}): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe('sk_test_trial', {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...config,
  })
}

/** Runs a call that must fail and returns the SDK's error. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('this call should have been refused')
}

/**
 * Sends twenty concurrent calls. The database connections are opened first, because otherwise the calls would queue for
 * them.
 */
export async function twentyAtOnce<T>(
  stripe: Stripe,
  call: () => Promise<T>,
): Promise<PromiseSettledResult<T>[]> {
  const twenty = Array.from({ length: 20 })
  await Promise.all(twenty.map(() => stripe.balance.retrieve()))
  return Promise.allSettled(twenty.map(call))
}

/** Submits a form like a browser, without following the redirect. */
export async function sendForm(
  url: string,
  fields: Record<string, string>,
): Promise<{ status: number; location: string; text: string }> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
}

export interface Mailbox {
  url: string
  received: { body: string; signature: string }[]
  /** Sets the response status. */
  answers(status: number): void
  close(): Promise<void>
}

/** Starts a webhook receiver. */
export async function openMailbox(): Promise<Mailbox> {
  const received: Mailbox['received'] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const signature = request.headers['stripe-signature']
      received.push({
        body: Buffer.concat(chunks).toString('utf8'),
        signature: typeof signature === 'string' ? signature : '',
      })
      response.statusCode = status
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    answers: (next) => {
      status = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Returns the types of the events so far, oldest first. */
export async function eventTypes(stripe: Stripe, account?: string): Promise<string[]> {
  const options = account ? { stripeAccount: account } : {}
  const events = await stripe.events.list({ limit: 100 }, options)
  return events.data.map((event) => event.type).reverse()
}

export const card_form = {
  method: 'card',
  number: '4242 4242 4242 4242',
  expiry: '12 / 30',
  cvc: '123',
  name: 'Jenny Rosen',
  zip: '12345',
}
