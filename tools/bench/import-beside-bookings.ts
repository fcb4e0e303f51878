import { setTimeout as pause } from 'node:timers/promises'
import type { Way } from '@openspot/api/people/connectors/testing/vendors.ts'
import { type CallOptions, call } from '@openspot/contract/call.ts'
import { applyImportRoute, getImportRoute } from '@openspot/contract/people/resident-imports.ts'
import type { BenchDatabase } from './bench-database.ts'
import type { Usage } from './messages.ts'
import { signedIn } from './requests.ts'
import { connect, prepareFile } from './resident-sources.ts'
import { type BenchContext, run } from './rounds.ts'
import { idOf, tokenOf } from './size.ts'

const secondsPerRound = 5
/**
 * Between two rounds, nobody books. So an import is measured in a few minutes, and each round also has the bookings that come before the import
 * notices them.
 */
const restSeconds = 20
const roundsAlone = 4
/** A busy town. More would measure how the jobs of bookings, such as their emails, take turns with the import. */
const bookingsPerSecond = 20
/** As many bookings as there can be, for a moment. */
const fastest = { in_flight: 4, seconds: 2 }

/** A vendor, or a file that is uploaded. */
export type Source = { name: string; way: Way } | { name: 'FILE CSV' | 'FILE XLSX' }

interface Trial {
  source: Source
  url: string
  /** Each way has its own lot. */
  at: number
  count: number
}

/** What drivers noticed: milliseconds per booking at a usual rate, and bookings per second at most. */
export interface Round {
  mean_ms: number
  p50_ms: number
  per_second: number
}

export const stages = ['UPLOADING', 'READING', 'CHECKING', 'APPLYING', 'INVITING'] as const
export type Stage = (typeof stages)[number]

export interface MeasuredImport {
  name: string
  /** Rounds before the import, and after all that it had queued was dropped. */
  alone: Round[]
  during: Partial<Record<Stage, Round[]>>
  /** How long the import took, with the rounds in it. */
  seconds: number
  memory: Record<'product' | 'worker', { before: Usage; after: Usage }>
}

/** Imports residents, and lets drivers book in rounds before, during, and after it. Throws if not all of them were imported. */
export async function measureImport(
  { client }: BenchDatabase,
  context: BenchContext,
  { source, url, at, count }: Trial,
): Promise<MeasuredImport> {
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
    'way' in source
      ? await connect(as, lot_id, source.way, url)
      : await prepareFile(as, lot_id, { kind: source.name === 'FILE CSV' ? 'CSV' : 'XLSX', count, today })
  await run(context, 'book', 8, 10, 0, bookingsPerSecond)
  const alone = await roundsOf(context)
  const before = { product: await processes.usage(), worker: await processes.usage('worker') }
  const during: MeasuredImport['during'] = {}
  const keep = (stage: Stage, rounds: Round[]) => {
    during[stage] = [...(during[stage] ?? []), ...rounds]
  }
  const begun = performance.now()
  let isStarting = !('way' in source)
  const started = ready.start().finally(() => {
    isStarting = false
  })
  started.catch(() => {
    // It is thrown below, after the bookings that are being made.
  })
  // A file is uploaded and read once before the import starts.
  while (isStarting) keep('UPLOADING', [await round(context)])
  const params = { import_id: await started }
  const read = () => call(getImportRoute, { params }, as)
  let import_ = await read()
  const isWorking = () => import_.status === 'IN_PROGRESS' && import_.stage !== 'PREVIEW'
  while (import_.status === 'IN_PROGRESS') {
    if (import_.stage === 'PREVIEW') await call(applyImportRoute, { params, body: {} }, as)
    const measured = await round(context)
    import_ = await read()
    // A round in which a stage of work ended was hardly beside it.
    if (isWorking()) keep(import_.stage as Stage, [measured])
    for (const until = performance.now() + restSeconds * 1000; isWorking() && performance.now() < until; ) {
      await pause(500)
      import_ = await read()
    }
  }
  if (import_.status !== 'SUCCESS' || import_.rows_applied !== count)
    throw new Error(`The import of ${source.name} ended as ${JSON.stringify(import_)}.`)
  const seconds = (performance.now() - begun) / 1000
  // The invitations go on being sent.
  keep('INVITING', await roundsOf(context))
  const after = { product: await processes.usage(), worker: await processes.usage('worker') }
  // Otherwise they would be sent beside the next import, too.
  await client.query('truncate graphile_worker._private_jobs')
  alone.push(...(await roundsOf(context)))
  return {
    name: source.name,
    alone,
    during,
    seconds,
    memory: {
      product: { before: before.product, after: after.product },
      worker: { before: before.worker, after: after.worker },
    },
  }
}

async function round(context: BenchContext): Promise<Round> {
  const { mean_ms, p50_ms } = await run(context, 'book', 8, secondsPerRound, 0, bookingsPerSecond)
  const { per_second } = await run(context, 'book', fastest.in_flight, fastest.seconds)
  return { mean_ms, p50_ms, per_second }
}

async function roundsOf(context: BenchContext): Promise<Round[]> {
  const rounds: Round[] = []
  for (let at = 0; at < roundsAlone; at++) rounds.push(await round(context))
  return rounds
}
