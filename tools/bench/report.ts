import { BIG_LOT_SPOTS } from './big-lot.ts'
import type { Explained } from './explain.ts'
import type { Measured } from './measure.ts'
import type { Result } from './messages.ts'
import type { MeasuredPages } from './pages.ts'
import type { Ratio } from './rounds.ts'

const longestP99 = 40
const longestMonitor = 30
/** In MB, after all measurements. */
const mostMemory = 300

/** Returns the word for a value, and adds what misses its target to the list. */
const checker = (misses: string[]) => (isGood: boolean, what: string) => {
  if (!isGood) misses.push(what)
  return isGood ? 'ok' : 'MISSED'
}

/** Prints ratios and returns those that miss their target. */
export function reportRatios(ratios: Ratio[], print: (line: string) => void): string[] {
  const misses: string[] = []
  const check = checker(misses)
  print('\nRatio to the baseline (medians of alternating rounds)')
  table(print, [
    [
      '',
      'ratio',
      'target',
      '',
      'product/s',
      'p50/p99 ms',
      'floor/s',
      'server us/call',
      'load cores',
      'ratio of each pair',
    ],
    ...ratios.map(({ name, ratio, target, product, floor, pairs, server_us }) => [
      name,
      ratio.toFixed(2),
      target.toFixed(2),
      check(ratio >= target, `${name}: ${ratio.toFixed(2)} of its baseline; the target is ${target}`),
      rate(product),
      times(product),
      rate(floor),
      server_us.toFixed(0),
      product.load_cores.toFixed(2),
      pairs.map((pair) => pair.toFixed(2)).join(' '),
    ]),
  ])
  return misses
}

/** Prints the measurements and returns those that miss their target. */
export function report(measured: Measured, print: (line: string) => void): string[] {
  const misses = reportRatios(measured.ratios, print)
  const check = checker(misses)
  print('\nGrowth: time of the larger divided by time of the smaller (best of several alternating runs)')
  table(print, [
    ['', 'ratio', 'most', ''],
    ...measured.growth.map(({ name, ratio, max_ratio }) => [
      name,
      ratio.toFixed(2),
      String(max_ratio),
      check(ratio <= max_ratio, `${name}: ${ratio.toFixed(2)} times; the limit is ${max_ratio}`),
    ]),
  ])
  print('\nSearch')
  table(print, [
    ['clients', 'searches/s', 'p50/p99 ms', '', 'bookings/s meanwhile'],
    ...measured.searches.map(({ result, bookings }) => [
      String(result.in_flight),
      rate(result),
      times(result),
      check(
        result.in_flight < 32 || result.p99_ms < longestP99,
        `search p99 of ${result.p99_ms.toFixed(0)} ms at 32 clients`,
      ),
      bookings === null ? 'none' : rate(bookings),
    ]),
  ])
  print('\nSearch that widens its radius')
  table(print, [
    ['clients', 'searches/s', 'p50/p99 ms', 'of a plain search'],
    ...measured.narrow.map((result) => {
      const plain = measured.searches.find(
        (one) => one.result.in_flight === result.in_flight && one.bookings === null,
      )
      const share = plain ? (result.per_second / plain.result.per_second).toFixed(2) : ''
      return [String(result.in_flight), rate(result), times(result), share]
    }),
  ])
  const { monitor } = measured
  print(
    `monitor of a lot with ${BIG_LOT_SPOTS} spots: p50/p99 ${times(monitor)} ms  ${check(monitor.p50_ms < longestMonitor, `the monitor takes ${monitor.p50_ms.toFixed(0)} ms`)}`,
  )
  const { queries, mismatches, lots } = measured.exact
  print(
    `exact: ${queries - mismatches} of ${queries} queries match the reference, ${lots} lots  ${check(mismatches === 0, 'the search is not exact')}`,
  )
  print('\n64 concurrent bookings on five spots, each success canceled')
  table(print, [
    ['', 'attempts/s', 'wins', 'deadlocks', 'overlaps', '', 'outcomes'],
    ...measured.contention.map(({ through, result, deadlocks, overlaps }) => [
      through,
      rate(result),
      String(result.outcomes['held'] ?? 0),
      String(deadlocks),
      String(overlaps),
      check(deadlocks === 0 && overlaps === 0, `contention: ${deadlocks} deadlocks, ${overlaps} overlaps`),
      JSON.stringify(result.outcomes),
    ]),
  ])
  const { before, after } = measured
  print(
    `\nMemory of the server process: ${before.rss_mb.toFixed(0)} MB before, ${after.rss_mb.toFixed(0)} MB after (heap ${after.heap_mb.toFixed(0)} MB)  ${check(after.rss_mb < mostMemory, `the server process has ${after.rss_mb.toFixed(0)} MB`)}`,
  )
  return misses
}

/** Prints the pages per second and returns what misses its target. */
export function reportPages({ pages, reads }: MeasuredPages, print: (line: string) => void): string[] {
  const misses: string[] = []
  const check = checker(misses)
  print('\nPages, 8 visitors at once')
  table(print, [
    ['', 'pages/s', 'target', '', 'p50/p99 ms'],
    ...pages.map(({ what, result, target }) => [
      what,
      rate(result),
      target === null ? '' : String(target),
      target === null ? '' : check(result.per_second >= target, `${what}: ${rate(result)} pages per second`),
      times(result),
    ]),
  ])
  const { idle, busy, rendered, most_times } = reads
  const ratio = busy.p99_ms / idle.p99_ms
  print(
    `reads by ID, 200 per second: p50/p99 ${times(idle)} ms with an idle web, ${times(busy)} ms while ${rate(rendered)} pages per second are rendered  ${check(ratio <= most_times, `reads take ${ratio.toFixed(1)} times as long while pages are rendered`)}`,
  )
  return misses
}

/** Prints every statement and returns those that read a large table completely. */
export function reportPlans(
  explained: Explained[],
  isVerbose: boolean,
  print: (line: string) => void,
): string[] {
  const misses: string[] = []
  print('\nStatements (custom and generic plans)')
  const lines = explained.map(({ what, plan, plans }) => {
    const scans = [...new Set(plans.flatMap((each) => each.scans))]
    for (const each of plans) {
      if (each.scans.length > 0)
        misses.push(`${what} (${plan}) scans ${each.scans.join(', ')}: ${each.text.slice(0, 110)} …`)
    }
    const slowest = plans.toSorted((a, b) => b.ms - a.ms)[0]
    return [
      what,
      plan,
      String(plans.length),
      plans.at(-1) ? String(slowest?.rows ?? 0) : '',
      (slowest?.ms ?? 0).toFixed(2),
      String(plans.reduce((highest, each) => Math.max(highest, each.buffers), 0)),
      scans.length > 0 ? `SCANS ${scans.join(', ')}` : 'ok',
    ]
  })
  table(print, [['', 'plan', 'statements', 'rows', 'slowest ms', 'most buffers', ''], ...lines])
  if (isVerbose) {
    for (const { what, plan, plans } of explained) {
      for (const { ms, rows, buffers, text } of plans) {
        print(`  ${what} (${plan}): ${ms} ms, ${rows} rows, ${buffers} buffers: ${text.slice(0, 150)}`)
      }
    }
  }
  return misses
}

const rate = (result: Result) => result.per_second.toFixed(0)
const times = (result: Result) => `${result.p50_ms.toFixed(1)} / ${result.p99_ms.toFixed(1)}`

function table(print: (line: string) => void, rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows)
    print(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}
