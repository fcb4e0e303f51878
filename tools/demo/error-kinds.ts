import type { ErrorException, StackFrame } from '@openspot/contract/platform/error-monitoring.ts'
import type { ErrorSource } from '@openspot/core/error-monitoring/enums.ts'

/** An error of the demo, and what became of it. */
export interface DemoError {
  key: string
  source: ErrorSource
  exception: ErrorException
  page: string
  /** The highest number of events on one day. */
  most: number
  /** Days before today of its first and its latest event. */
  from_day: number
  until_day: number
  state: 'NEW' | 'ASSIGNED' | 'REOPENED' | 'RESOLVED' | 'MUTED'
}

const ours = (
  file: string,
  name: string,
  line: number,
  code: readonly [string, string, string],
): StackFrame => ({
  file,
  function: name,
  line,
  column: 7,
  is_ours: true,
  is_source_mapped: true,
  context: code.map((text, at) => ({ line: line - 1 + at, text, is_current: at === 1 })),
  generated: { file: '/_next/static/chunks/4e1c.js', line: 1, column: 20_481 },
})
const library = (file: string, name: string, line: number): StackFrame => ({
  file,
  function: name,
  line,
  column: 3,
  is_ours: false,
  is_source_mapped: false,
  context: [],
  generated: null,
})
const thrown = (type: string, value: string, is_handled: boolean, frames: StackFrame[]): ErrorException => ({
  type,
  value,
  is_handled,
  mechanism: is_handled ? 'generic' : 'onerror',
  frames,
})

/** The first one has a replay. */
export const demoErrors: readonly [DemoError, ...DemoError[]] = [
  {
    key: 'total',
    source: 'BROWSER',
    exception: thrown('TypeError', "Cannot read properties of undefined (reading 'total_cents')", false, [
      ours('features/booking/booking/pay-button.tsx', 'pay', 48, [
        '  const { quote } = offer',
        '  await confirm(quote.total_cents)',
        '  onPaid()',
      ]),
      library('node_modules/react-dom/client.js', 'runEvent', 2_204),
    ]),
    page: '/book/wells-street-garage',
    most: 9,
    from_day: 6,
    until_day: 0,
    state: 'NEW',
  },
  {
    key: 'mail',
    source: 'WORKER',
    exception: thrown('Error', 'The mail server closed the connection', true, [
      ours('api/platform/emails/deliver.ts', 'deliverEmail', 61, [
        '  const transport = mailTransport(settings)',
        '  await transport.sendMail(email)',
        '  await setSent(db, email.id)',
      ]),
    ]),
    page: 'deliver_email',
    most: 4,
    from_day: 9,
    until_day: 1,
    state: 'ASSIGNED',
  },
  {
    key: 'zone',
    source: 'WEB_SERVER',
    exception: thrown('RangeError', 'Invalid time zone specified: America/Chcago', false, [
      ours('lib/clock.ts', 'zoneText', 19, [
        'export const zoneText = (zone: string) =>',
        '  new Intl.DateTimeFormat(locale, { timeZone: zone })',
        '',
      ]),
    ]),
    page: '/l/river-north-lot',
    most: 3,
    from_day: 12,
    until_day: 0,
    state: 'REOPENED',
  },
  {
    key: 'provider',
    source: 'API',
    exception: thrown('TimeoutError', 'The card provider did not answer in time', true, [
      ours('api/money/payments/pay.ts', 'makePayment', 112, [
        '  const intent = build(payment)',
        '  return stripe.paymentIntents.create(intent)',
        '}',
      ]),
      library('node_modules/stripe/esm/RequestSender.js', 'request', 380),
    ]),
    page: '/api/v2/reservations/instant',
    most: 6,
    from_day: 13,
    until_day: 4,
    state: 'RESOLVED',
  },
  {
    key: 'extension',
    source: 'BROWSER',
    exception: thrown('TypeError', 'Failed to fetch', false, [
      ours('lib/api.ts', 'callApi', 33, [
        'export async function callApi(route, input) {',
        '  const answer = await fetch(urlOf(route, input))',
        '  return read(answer)',
      ]),
    ]),
    page: '/search',
    most: 14,
    from_day: 13,
    until_day: 0,
    state: 'MUTED',
  },
]
