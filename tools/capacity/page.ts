import { assumed, launch, launchNeeds, type Measured, mixOf, type Plan, plansOf } from './model.ts'

const number = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })

/** Two significant digits: the figures are not more exact than that. */
const about = (value: number): string =>
  value === 0 ? '0' : number(Number(value.toPrecision(2)), value < 10 ? 1 : 0)

const table = (rows: string[][]): string => {
  const [head = [], ...rest] = rows
  return [head, head.map(() => '---'), ...rest].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** Writes `docs/capacity.md`. */
export function capacityPage(measured: Measured, command: string): string {
  const { bytes } = measured
  return `# Capacity

What one machine, one cluster, and several cities on Citus carry. \`${command}\` measured the first part and wrote this page; everything
else is computed from it and from the assumptions below, with the formulas in \`tools/capacity/model.ts\`. Change \`assumed\` there to plan your own.

## Measured

${measured.taken_at.slice(0, 16).replace('T', ' ')} UTC · ${measured.machine} · load before: ${number(measured.load_before, 1)} · ${number(measured.lots)} lots, ${number(measured.spots)} spots, ${number(measured.reservations)} reservations.
API, PostgreSQL, and the load generator share the cores. Processor time hardly depends on other work on the machine; rates and times do.

${table([
  ['', 'API', 'PostgreSQL', 'worker', 'per second', 'p50 / p99'],
  ...(['search', 'read', 'monitor', 'booking'] as const).map((what) => {
    const { api_us, database_us, per_second, p50_ms, p99_ms } = measured[what]
    return [
      names[what],
      `${about(api_us)} µs`,
      `${about(database_us)} µs`,
      what === 'booking' ? `${about(measured.booking.worker_us)} µs` : '',
      about(per_second),
      `${about(p50_ms)} / ${about(p99_ms)} ms`,
    ]
  }),
])}

${refusals(measured)}A watcher takes ${about(measured.watcher_kb)} kB of the API's memory, and ${about(measured.event_us)} µs of its processor time for each event.

## Space, measured

A paid booking takes ${about(bytes.per_booking)} bytes with its indexes, letters, and notices, and ${about(bytes.wal_per_booking)} bytes of WAL
(${number(bytes.bookings)} bookings). A lot takes ${about(bytes.per_lot)} bytes, and a spot ${about(bytes.per_spot)}. The tables that grow most, per booking:

${table([
  ['table', 'bytes', 'rows'],
  ...bytes.tables.map(({ table, bytes, rows }) => [`\`${table}\``, about(bytes), number(rows, 1)]),
])}

## Assumed

${assumptions()}

## What it carries

${plansTable(measured)}

- **Bookings in the busiest second** = busy × cores × 1,000,000 / processor time of a booking with all that comes with it
  (API ${about(mixOf(measured).api_us)} µs, worker ${about(mixOf(measured).worker_us)} µs, PostgreSQL ${about(mixOf(measured).database_us)} µs). On one machine, all three share the cores. In a cluster, the
  primary has its own, and the smaller of the two limits counts. With Citus, PostgreSQL takes ${assumed.citus_factor} times as long, and every worker carries its cities
  by itself: **one city is never larger than one worker**.
- **Bookings a day** = busiest second / ${assumed.busiest_second} / ${assumed.busiest_hour} × 3,600.
- **Watchers** take half of the memory, with 4 GB per core of the API. **Events** are what the API sends if it does nothing else.
- **Disk after a year** = bookings × bytes, for each copy. **Cost** = cores, disk of each copy after a year, and backups
  (${assumed.backups} copies and the WAL of ${assumed.days_of_wal} days). Card fees, letters, texts, traffic, and people are not in it.

That processor time grows with the number of calls and not faster, up to the cores of one primary, is assumed and was not measured.

## A national launch

${number(launch.lots)} lots, ${number(launch.spots / 1e6)} million spots, and ${number(launch.searches_in_a_minute)} searches in the minute before a game, all for one place, of which ${number(launch.bookings_of_searches * 100)}% book.

Measured with ${number(measured.lots)} lots and ${number(measured.spots)} spots, ${measured.launch.seconds} s per step: searches arrive at a rate that does not wait for answers, while others book. The API had ${number(measured.launch.api_mb)} MB afterward.

${table([
  [
    'searches offered per second',
    'of the launch',
    'answered',
    'p50 / p99',
    'not answered with 200',
    'bookings per second',
  ],
  ...measured.launch.steps.map((step) => [
    about(step.searches_offered),
    `${number((step.searches_offered / (launch.searches_in_a_minute / 60)) * 100)}%`,
    about(step.searches),
    `${about(step.p50_ms)} / ${about(step.p99_ms)} ms`,
    number(step.failed),
    number(step.bookings, 1),
  ]),
])}

${launchText(measured)}
`
}

/** A machine with other work refuses calls, and what is left does not say what they cost. */
function refusals(measured: Measured): string {
  const most = Math.max(measured.search.refused, measured.read.refused, measured.monitor.refused)
  if (most < 0.01) return ''
  return `**Not to be relied on:** up to ${number(most * 100)}% of the calls were refused, because the machine was busy. Run it again on a quiet one.\n\n`
}

const names = {
  search: 'search',
  read: 'read of a spot by ID',
  monitor: 'monitor of a lot with 1,000 spots',
  booking: 'paid booking: quote, booking, payment, event, jobs',
}

const assumptions = (): string =>
  table([
    ['', ''],
    ['part of the cores that may be busy at the peak', `${assumed.busy * 100}%`],
    [
      'for each booking',
      `${assumed.searches_per_booking} searches, ${assumed.reads_per_booking} reads, ${assumed.monitors_per_booking} loads of a monitor, ${assumed.events_per_booking} events for ${assumed.watchers_per_lot} watchers`,
    ],
    ['bookings of a spot per day', String(assumed.bookings_per_spot_and_day)],
    [
      'the busiest hour, and the busiest second in it',
      `${assumed.busiest_hour * 100}% of a day, ${assumed.busiest_second} times the mean`,
    ],
    ['one machine', `${assumed.machine_cores} cores; half of them for the API`],
    [
      'one cluster',
      `a primary and a synchronous standby with ${assumed.cluster.database_cores} cores each, ${assumed.cluster.api_machines} machines with ${assumed.machine_cores} cores for API and workers`,
    ],
    [
      `Citus`,
      `${assumed.citus_workers} workers, each as such a cluster; a call takes 1.3 to 2 times as long in PostgreSQL (${assumed.citus_factor})`,
    ],
    [
      'prices per month',
      `$${assumed.dollars.core_month} per core with 4 GB, $${assumed.dollars.disk_gb_month} per GB of disk, $${assumed.dollars.backup_gb_month} per GB of backup`,
    ],
  ])

function plansTable(measured: Measured): string {
  const plans = plansOf(measured)
  const row = (name: string, read: (plan: Plan) => string) => [name, ...plans.map(read)]
  return table([
    row('', ({ name }) => name),
    row('cores', ({ cores }) => number(cores)),
    row('bookings in the busiest second', ({ peak_bookings }) => about(peak_bookings)),
    row('bookings per day', ({ bookings_per_day }) => about(bookings_per_day)),
    row('searches per second with them', ({ searches_per_second }) => about(searches_per_second)),
    row('spots', ({ spots }) => about(spots)),
    row('watchers', ({ watchers }) => about(watchers)),
    row('events per second', ({ events_per_second }) => about(events_per_second)),
    row('disk after a year, each copy', ({ gb_per_year }) => `${about(gb_per_year)} GB`),
    row('cost per month, after a year', ({ dollars_per_month }) => `$${about(dollars_per_month)}`),
  ])
}

function launchText(measured: Measured): string {
  const needs = launchNeeds(measured)
  const { search, booking } = measured
  return `The launch itself was not run: it is ${about(launch.spots / measured.spots)} times as many spots as here. From the processor time of a call, its minute needs

- API: (${number(needs.searches_per_second)}/s × ${about(search.api_us)} µs + ${about(needs.bookings_per_second)}/s × ${about(booking.api_us + booking.worker_us)} µs) / ${assumed.busy} = **${number(needs.api_cores, 1)} cores**
- PostgreSQL: (${number(needs.searches_per_second)}/s × ${about(search.database_us)} µs + ${about(needs.bookings_per_second)}/s × ${about(booking.database_us)} µs) / ${assumed.busy} = **${number(needs.database_cores, 1)} cores**
- Space for lots and spots: **${number(needs.loaded_gb, 1)} GB**

A search reads the lots of the cells around a place, so its time depends on how dense the city is, not on how many cities there are. That is
assumed here, and the reason why the simulation's city is as dense as a large one (\`tools/bench/size.ts\`: ${number(200)} lots in 100 km²).`
}
