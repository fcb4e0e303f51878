import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { valuesOf, type Way, ways } from '@openspot/api/people/connectors/testing/vendors.ts'
import { type CallOptions, call } from '@openspot/contract/call.ts'
import {
  createDataSourceRoute,
  patchDataSourcePropertiesRoute,
  patchDataSourceRoute,
  syncDataSourceRoute,
} from '@openspot/contract/people/data-sources.ts'
import { getImportRoute, type ResidentImport } from '@openspot/contract/people/resident-imports.ts'
import { credentialForms } from '@openspot/core/residents/credentials.ts'
import { largeId } from '@openspot/property-systems-stand-in/data.ts'
import type { BenchDatabase } from './bench-database.ts'
import { startProcesses } from './processes.ts'
import { signedIn } from './requests.ts'
import { type BenchContext, run } from './rounds.ts'
import { idOf, type Size, tokenOf } from './size.ts'

/** What an import may take: memory beyond that of the server without it, and of the bookings meanwhile. */
const most = { memory_mb: 300, slowdown: 0.1 }
const secondsPerRound = 5
const roundsAlone = 4
/** A busy town. More would measure how the jobs of bookings, such as their emails, take turns with the import. */
const bookingsPerSecond = 20

/**
 * Imports a number of residents in each way to read them, while drivers book. Fails if the server
 * takes more memory than allowed, or bookings are slower than allowed.
 */
export async function benchResidents(
  database: BenchDatabase,
  size: Size,
  count: number,
  print: (line: string) => void,
): Promise<number> {
  const misses: string[] = []
  const vendors = await startVendors()
  database.undo(() => vendors.stop())
  print(
    '\nway | read | checked | applied | memory before and peak | ms per booking alone, reading, checking, applying',
  )
  for (const [at, way] of ways.entries()) {
    // A new process for each, because memory that was taken once is not given back.
    const { owner_url, database_url, base } = database
    const processes = await startProcesses({ url: database_url, owner_url }, 'product_with_worker')
    try {
      const context = { processes, size, base_at: base.toISOString(), database_url, print }
      await vendors.serve(way, count)
      misses.push(...(await measureWay(database, context, { way, url: vendors.url, at, count })))
    } finally {
      await processes.stop()
    }
  }
  print(
    misses.length === 0
      ? '\nAll targets are met.'
      : `\nMissed:\n${misses.map((miss) => `  ${miss}`).join('\n')}`,
  )
  return misses.length === 0 ? 0 : 1
}

interface Trial {
  way: Way
  url: string
  /** Each way has its own lot. */
  at: number
  count: number
}

async function measureWay(
  { client }: BenchDatabase,
  context: BenchContext,
  { way, url, at, count }: Trial,
): Promise<string[]> {
  const { processes } = context
  const as: CallOptions = { base: processes.product_url, headers: signedIn(tokenOf(at)) }
  const lot_id = idOf('lot', at + 1)
  await client.query(
    `insert into memberships (id, lot_id, user_id, role, status) values ($1, $2, $3, 'SUPER_ADMIN', 'ACTIVE')
      on conflict (lot_id, user_id) do update set role = 'SUPER_ADMIN'`,
    [idOf('membership', 9_000_000 + at), lot_id, idOf('user', at)],
  )
  const started = await connect(as, lot_id, way, url)
  const bookings = async () => (await run(context, 'book', 8, secondsPerRound, 0, bookingsPerSecond)).mean_ms
  await run(context, 'book', 8, 10, 0, bookingsPerSecond)
  const alone: number[] = []
  for (let round = 0; round < roundsAlone; round++) alone.push(await bookings())
  const before = await processes.usage()
  const { id } = await started.sync()
  const during: Record<string, number[]> = {}
  const seconds: Record<string, number> = {}
  let import_: ResidentImport
  for (;;) {
    const begun = performance.now()
    const took = await bookings()
    import_ = await call(getImportRoute, { params: { import_id: id } }, as)
    const { stage } = import_
    seconds[stage] = (seconds[stage] ?? 0) + (performance.now() - begun) / 1000
    if (import_.status !== 'IN_PROGRESS') break
    during[stage] = [...(during[stage] ?? []), took]
  }
  if (import_.status !== 'SUCCESS' || import_.rows_applied !== count)
    throw new Error(`The import of ${way.provider} ended as ${JSON.stringify(import_)}.`)
  const after = await processes.usage()
  for (let round = 0; round < roundsAlone; round++) alone.push(await bookings())
  const mean = (numbers: number[] = []) =>
    numbers.reduce((sum, one) => sum + one, 0) / Math.max(numbers.length, 1)
  const grown = after.peak_rss_mb - before.rss_mb
  const name = `${way.provider} ${way.source}`
  const stages = ['READING', 'CHECKING', 'APPLYING']
  context.print(
    [
      name,
      ...stages.map((stage) => `${(seconds[stage] ?? 0).toFixed(0)} s`),
      `${before.rss_mb.toFixed(0)} → ${after.peak_rss_mb.toFixed(0)} MB`,
      [mean(alone), ...stages.map((stage) => mean(during[stage]))].map((took) => took.toFixed(1)).join(' '),
    ].join(' | '),
  )
  const slower = mean(Object.values(during).flat()) / mean(alone) - 1
  return [
    ...(grown > most.memory_mb
      ? [`${name}: ${grown.toFixed(0)} MB more memory; at most ${most.memory_mb} are allowed`]
      : []),
    ...(slower > most.slowdown
      ? [
          `${name}: bookings take ${(slower * 100).toFixed(0)}% longer; at most ${most.slowdown * 100}% are allowed`,
        ]
      : []),
  ]
}

/** Connects a lot to the large property of a vendor. */
async function connect(as: CallOptions, lot_id: string, { provider, source }: Way, url: string) {
  const form = credentialForms.find((one) => one.provider === provider && one.source === source)
  const property_id = largeId(provider)
  const given = valuesOf(provider, source, url)
  const values = Object.entries('site_ids' in given ? { ...given, site_ids: property_id } : given)
  const isSecret = (name: string) =>
    form?.fields.some((field) => field.name === name && field.is_secret) ?? false
  const body = {
    kind: 'CONNECTION',
    provider,
    name: 'Property system',
    connection: { source, ...Object.fromEntries(values.filter(([name]) => !isSecret(name))) },
    secrets: Object.fromEntries(values.filter(([name]) => isSecret(name))),
  } as const
  const { id } = await call(createDataSourceRoute, { params: { lot_id }, body }, as)
  const params = { data_source_id: id }
  await call(patchDataSourcePropertiesRoute, { params, body: { property_ids: [property_id] } }, as)
  await call(patchDataSourceRoute, { params, body: { integration_status: 'ENABLED' } }, as)
  return { sync: () => call(syncDataSourceRoute, { params, body: { is_preview: false } }, as) }
}

interface Vendors {
  url: string
  /** Gives the vendor of a way a property with this many residents. */
  serve(way: Way, count: number): Promise<void>
  stop(): Promise<void>
}

/** Starts the stand-in of the vendors as a process of its own, so that its memory is not the server's. */
async function startVendors(): Promise<Vendors> {
  const file = fileURLToPath(import.meta.resolve('@openspot/property-systems-stand-in/main.ts'))
  const child = spawn(process.execPath, [...process.execArgv, file, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  return {
    url,
    async serve({ provider }, large) {
      const answer = await fetch(`${url}/control`, {
        method: 'POST',
        body: JSON.stringify({ vendor: provider, switches: {}, large }),
      })
      if (!answer.ok) throw new Error(`The stand-in answered ${answer.status}.`)
    },
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      if (child.exitCode === null && child.kill()) await ended
    },
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    child.once('exit', () => fail(new Error('The stand-in of the vendors did not start.')))
    child.stdout?.on('data', (text: Buffer) => {
      const url = /http:\/\/[\d.:]+/.exec(text.toString('utf8'))?.[0]
      if (url !== undefined) done(url)
    })
  })
}
