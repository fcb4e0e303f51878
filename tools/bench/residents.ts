import { loadavg } from 'node:os'
import { type Way, ways } from '@openspot/api/people/connectors/testing/vendors.ts'
import { type CallOptions, call } from '@openspot/contract/call.ts'
import { applyImportRoute, getImportRoute } from '@openspot/contract/people/resident-imports.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { BenchDatabase } from './bench-database.ts'
import { startProcesses } from './processes.ts'
import { signedIn } from './requests.ts'
import { connect, prepareFile, startVendors } from './resident-sources.ts'
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
  { count, only }: { count: number; only: string | null },
  print: (line: string) => void,
): Promise<number> {
  const misses: string[] = []
  const all: readonly Source[] = [...ways, { file: 'CSV' }, { file: 'XLSX' }]
  const wanted = all.filter((source) => only === null || nameOf(source) === only)
  if (wanted.length === 0) throw new PlainError(`The way must be one of ${all.map(nameOf).join(', ')}.`)
  const vendors = await startVendors()
  database.undo(() => vendors.stop())
  print(
    '\nway | uploaded | read | checked | applied | memory before and peak | ms per booking: before, then while uploading, reading, checking, applying, then after | machine load',
  )
  for (const [at, source] of all.entries()) {
    if (!wanted.includes(source)) continue
    // A new process for each, because memory that was taken once is not given back.
    const { owner_url, database_url, base } = database
    const processes = await startProcesses({ url: database_url, owner_url }, 'product_with_worker')
    try {
      const context = { processes, size, base_at: base.toISOString(), database_url, print }
      if (!('file' in source)) await vendors.serve(source, count)
      misses.push(...(await measureWay(database, context, { source, url: vendors.url, at, count })))
    } finally {
      await processes.stop()
      // Otherwise the invitations of this way would be sent during the next one.
      await database.client.query('truncate graphile_worker._private_jobs')
    }
  }
  print(
    misses.length === 0
      ? '\nAll targets are met.'
      : `\nMissed:\n${misses.map((miss) => `  ${miss}`).join('\n')}`,
  )
  return misses.length === 0 ? 0 : 1
}

/** A vendor, or a file that is uploaded. */
type Source = Way | { file: 'CSV' | 'XLSX' }
const nameOf = (source: Source): string =>
  'file' in source ? `FILE ${source.file}` : `${source.provider} ${source.source}`

interface Trial {
  source: Source
  url: string
  /** Each way has its own lot. */
  at: number
  count: number
}

async function measureWay(
  { client }: BenchDatabase,
  context: BenchContext,
  { source, url, at, count }: Trial,
): Promise<string[]> {
  const { processes } = context
  const as: CallOptions = { base: processes.product_url, headers: signedIn(tokenOf(at)) }
  const lot_id = idOf('lot', at + 1)
  await client.query(
    `insert into memberships (id, lot_id, user_id, role, status) values ($1, $2, $3, 'SUPER_ADMIN', 'ACTIVE')
      on conflict (lot_id, user_id) do update set role = 'SUPER_ADMIN'`,
    [idOf('membership', 9_000_000 + at), lot_id, idOf('user', at)],
  )
  const today = new Date(context.base_at)
  const ready =
    'file' in source
      ? await prepareFile(as, lot_id, { kind: source.file, count, today })
      : await connect(as, lot_id, source, url)
  const bookings = async () => (await run(context, 'book', 8, secondsPerRound, 0, bookingsPerSecond)).mean_ms
  await run(context, 'book', 8, 10, 0, bookingsPerSecond)
  const alone: number[] = []
  for (let round = 0; round < roundsAlone; round++) alone.push(await bookings())
  const before = await processes.usage()
  const during: Record<string, number[]> = {}
  const seconds: Record<string, number> = {}
  /** Measures bookings while something goes on. */
  const watch = async (stageOf: () => Promise<string>): Promise<string> => {
    const begun = performance.now()
    const took = await bookings()
    const stage = await stageOf()
    seconds[stage] = (seconds[stage] ?? 0) + (performance.now() - begun) / 1000
    if (stage !== 'DONE') during[stage] = [...(during[stage] ?? []), took]
    return stage
  }
  let isStarting = 'file' in source
  const started = ready.start().finally(() => {
    isStarting = false
  })
  started.catch(() => {
    // It is thrown below, after the bookings that are being made.
  })
  // A file is uploaded and read once before the import starts.
  while (isStarting) await watch(async () => 'UPLOADING')
  const params = { import_id: await started }
  const read = () => call(getImportRoute, { params }, as)
  let import_ = await read()
  while (import_.status === 'IN_PROGRESS') {
    if (import_.stage === 'PREVIEW') await call(applyImportRoute, { params, body: {} }, as)
    await watch(async () => {
      import_ = await read()
      return import_.status === 'IN_PROGRESS' ? import_.stage : 'DONE'
    })
  }
  if (import_.status !== 'SUCCESS' || import_.rows_applied !== count)
    throw new Error(`The import of ${nameOf(source)} ended as ${JSON.stringify(import_)}.`)
  const after = await processes.usage()
  // The invitations go on being sent.
  during['DONE'] = []
  for (let round = 0; round < roundsAlone; round++) during['DONE'].push(await bookings())
  const mean = (numbers: number[] = []) =>
    numbers.reduce((sum, one) => sum + one, 0) / Math.max(numbers.length, 1)
  const grown = after.peak_rss_mb - before.rss_mb
  const name = nameOf(source)
  const stages = ['UPLOADING', 'READING', 'CHECKING', 'APPLYING']
  context.print(
    [
      name,
      ...stages.map((stage) => `${(seconds[stage] ?? 0).toFixed(0)} s`),
      `${before.rss_mb.toFixed(0)} → ${after.peak_rss_mb.toFixed(0)} MB`,
      [mean(alone), ...[...stages, 'DONE'].map((stage) => mean(during[stage]))]
        .map((took) => took.toFixed(1))
        .join(' '),
      loadavg()[0]?.toFixed(1),
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
