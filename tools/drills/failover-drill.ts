import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { commandRuns } from '@openspot/server/testing/product.ts'
import { until } from '../under-test/until.ts'
import { answersSince, badAnswersSince } from './answers.ts'
import { booksDiffer, repeatedBookings } from './books.ts'
import { losses, type Recovery, recover } from './connections.ts'
import { createDrillDatabase } from './database.ts'
import { type Drill, laterThan } from './drill.ts'
import { type Load, startLoad } from './load.ts'
import { type OldPrimaryWrites, watchOldPrimary } from './old-primary.ts'
import { type PatroniCluster, startPatroni } from './patroni.ts'
import { startWithProvider } from './with-provider.ts'

const usualTimes = 5
const allowedMilliseconds = { process: 8_000, node: 30_000 }
/** A job that a worker was doing when its connection broke is done by another one within a minute. */
const allowedJobMilliseconds = 60_000
const frozenMilliseconds = 60_000
const driverCount = 6

interface Fault {
  allowed: keyof typeof allowedMilliseconds
  /** Answers how to end it, where it does not end by itself. */
  cause(cluster: PatroniCluster): Promise<(() => void) | undefined>
  /** The server goes on after a minute, and may still believe that it is primary. */
  isFrozen?: boolean
}

const faults: Record<string, Fault> = {
  'database server killed': {
    allowed: 'process',
    cause: (cluster) => cluster.killServer().then(() => undefined),
  },
  switchover: { allowed: 'process', cause: (cluster) => cluster.switchOver().then(() => undefined) },
  'node killed': { allowed: 'node', cause: (cluster) => cluster.killNode() },
  'node frozen for 60 s': { allowed: 'node', cause: (cluster) => cluster.freezeNode(), isFrozen: true },
  'database server frozen for 60 s': {
    allowed: 'node',
    cause: (cluster) => cluster.freezeServer(),
    isFrozen: true,
  },
  'standby frozen': { allowed: 'node', cause: (cluster) => cluster.freezeStandby() },
}

interface Figures extends Recovery {
  servers: number
  /** Until every driver has booked again. */
  all_drivers_ms: number
  acknowledged: number
  lost: number
  twice: number
  /** What callers got until every driver had booked again, except success. */
  answers: Record<string, number>
  slowest_ms: number
  old_primary: OldPrimaryWrites | null
}

/** Kills, freezes, and switches the primary of a Patroni cluster of two and of three servers while drivers book. */
export const failoverDrill: Drill = async (write, { times, servers, debian }) => {
  const found: Figures[] = []
  const problems: string[] = []
  for (const count of servers === null ? [2, 3] : [servers]) {
    const result = await drill(count, times ?? usualTimes, debian, write)
    found.push(...result.found)
    problems.push(...result.problems.map((problem) => `${count} servers: ${problem}`))
  }
  return { table: failoverTable(found), problems }
}

async function drill(
  servers: number,
  times: number,
  debian: string | null,
  write: (figures: object) => void,
): Promise<{ found: Figures[]; problems: string[] }> {
  const runs = commandRuns()
  // The card provider has its own database, as it would: only ours fails over.
  const provider = await startCluster(path.join(runs.folder, 'provider'))
  const found: Figures[] = []
  const problems: string[] = []
  const undo: (() => Promise<void> | void)[] = [() => runs.remove(), () => provider.stop()]
  try {
    const cluster = await startPatroni(servers, debian)
    undo.push(() => cluster.stop())
    const { url, owner_url } = await createDrillDatabase(cluster)
    const product = await startWithProvider(url, provider.url('postgres'), {}, [['api'], ['worker']])
    undo.push(() => product.stop())
    const load = await startLoad({ ...product, database_url: url }, driverCount)
    for (let time = 1; time <= times; time++) {
      for (const [name, fault] of Object.entries(faults)) {
        const before = (await cluster.primary()).name
        const at = performance.now()
        const done = await breakAndRecover({ name, fault, cluster, load, owner_url })
        const figures: Figures = { servers, ...done.figures }
        found.push(figures)
        problems.push(...done.problems)
        write({ time, ...figures, before, after: (await cluster.primary()).name })
        if (!product.isAlive()) throw new Error(`A process ended:\n${product.output()}`)
        problems.push(...badAnswersSince(load.answers, at).map((problem) => `${name}: ${problem}`))
      }
    }
    await load.stop()
    problems.push(
      ...(await losses(owner_url, load)),
      ...(await booksDiffer(url, product.stand_in_port, load)),
    )
    if (product.output().includes('"event":"uncaught"')) problems.push('an error had no handler')
    write({ servers, acknowledged: load.booked.length })
  } finally {
    for (const step of undo.toReversed()) await step()
  }
  return { found, problems }
}

interface Wanted {
  name: string
  fault: Fault
  cluster: PatroniCluster
  load: Load
  owner_url: string
}

async function breakAndRecover({ name, fault, cluster, load, owner_url }: Wanted) {
  const first = load.booked.length
  const old = fault.isFrozen ? await watchOldPrimary((await cluster.primary()).url) : null
  const at = performance.now()
  const repair = await fault.cause(cluster)
  const recovery = await recover(owner_url, load, name, at)
  const all_drivers_ms = await untilAllBook(load, at)
  const told = answersSince(load.answers, at)
  let old_primary: OldPrimaryWrites | null = null
  if (old) {
    const writing = old.write()
    await pause(Math.max(0, frozenMilliseconds - (performance.now() - at)))
    repair?.()
    await cluster.untilHealthy()
    old_primary = await writing.stop()
    old.close()
  } else {
    repair?.()
    await cluster.untilHealthy()
  }
  const booked = load.booked.slice(first)
  const { lost, twice } = await repeatedBookings(owner_url, booked)
  const times = { ...recovery, booking_ms: Math.max(recovery.booking_ms, all_drivers_ms), job_ms: 0 }
  return {
    figures: { ...recovery, all_drivers_ms, acknowledged: booked.length, lost, twice, ...told, old_primary },
    problems: [
      ...laterThan(allowedMilliseconds[fault.allowed], [times]),
      ...laterThan(allowedJobMilliseconds, [recovery]),
      ...(lost > 0 ? [`${name}: ${lost} acknowledged bookings were lost`] : []),
      ...(twice > 0 ? [`${name}: ${twice} times are booked twice`] : []),
      ...((old_primary?.accepted ?? 0) > 0
        ? [`${name}: the old primary acknowledged ${old_primary?.accepted} writes`]
        : []),
    ],
  }
}

/** Waits until every driver has made a booking that began after the fault, and answers how long that took. */
async function untilAllBook(load: Load, at: number): Promise<number> {
  const firsts = await until('every driver books again', () => {
    const found = Array.from({ length: load.drivers }, (_, number) =>
      load.booked.find(({ driver, began }) => driver === number && began > at),
    )
    return found.every((one) => one !== undefined) && found
  })
  return Math.round(Math.max(...firsts.map((one) => one.acknowledged)) - at)
}

function failoverTable(found: Figures[]): object[] {
  const kinds = [
    ...new Map(found.map(({ servers, fault }) => [`${servers} ${fault}`, { servers, fault }])).values(),
  ]
  return kinds.map(({ servers, fault }) => {
    const rows = found.filter((one) => one.servers === servers && one.fault === fault)
    const most = (read: (one: Figures) => number) => Math.max(...rows.map(read))
    const sum = (read: (one: Figures) => number) => rows.reduce((total, one) => total + read(one), 0)
    const kindsOfAnswers = [...new Set(rows.flatMap(({ answers }) => Object.keys(answers)))]
    return {
      servers,
      fault,
      times: rows.length,
      lost: sum(({ lost }) => lost),
      twice: sum(({ twice }) => twice),
      first_booking_max_ms: most(({ booking_ms }) => booking_ms),
      all_drivers_max_ms: most(({ all_drivers_ms }) => all_drivers_ms),
      job_max_ms: most(({ job_ms }) => job_ms),
      event_max_ms: most(({ event_ms }) => event_ms),
      answers: kindsOfAnswers
        .map((kind) => `${kind}: ${sum(({ answers }) => answers[kind] ?? 0)}`)
        .join('; '),
      slowest_answer_ms: most(({ slowest_ms }) => slowest_ms),
      old_primary_accepted: rows.some(({ old_primary }) => old_primary !== null)
        ? sum(({ old_primary }) => old_primary?.accepted ?? 0)
        : 'not asked',
    }
  })
}
