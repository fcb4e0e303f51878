import { cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { PlainError } from '@openspot/core/plain-error.ts'
import { appRole } from '@openspot/db/privileges.ts'
import { compareWith } from './against.ts'
import { openBenchDatabase } from './bench-database.ts'
import { makeBigLot } from './big-lot.ts'
import { explain } from './explain.ts'
import { measure, measureBookings } from './measure.ts'
import { makeMinimal } from './minimal.ts'
import { measurePages } from './pages.ts'
import { allowExplain } from './plans.ts'
import { benchPlates } from './plates.ts'
import { startProcesses } from './processes.ts'
import { report, reportPages, reportPlans, reportRatios } from './report.ts'
import { benchResidents } from './residents.ts'
import { tryRowSecurity } from './row-security.ts'
import { sizeNames, sizeOf } from './size.ts'

const use =
  'npm run bench -- [--size tiny|small|large] [--seed N] [--verbose] [--only booking|pages|plates] | --row-security | --against <checkout> | --residents N [--way NAME]'
const parts = ['booking', 'pages', 'plates'] as const
const print = (line: string) => console.log(line)

/**
 * Measures the product against a minimal baseline, on a temporary database. Fails if a ratio misses its target or a
 * statement reads a large table completely.
 */
export async function bench(args: string[]): Promise<number> {
  const { size, seed, isVerbose, isTrial, only, against, residents, way } = readArgs(args)
  if (against !== null) {
    await compareWith(against, print)
    return 0
  }
  if (isTrial) {
    await tryRowSecurity(print)
    return 0
  }
  print(
    `${cpus()[0]?.model}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`,
  )
  print(`${size.name}: ${size.spots} spots, ${size.reservations} reservations, seed ${seed}\n`)
  const database = await openBenchDatabase(size, seed, print)
  try {
    const { client, owner_url, database_url, base } = database
    if (residents !== null)
      return await benchResidents(database, size, { count: residents, only: way }, print)
    if (only === 'plates') return await benchPlates(database, print)
    await makeMinimal(client)
    await makeBigLot(client, size)
    const kind = only === 'pages' ? 'product_with_pages' : 'product'
    const processes = await startProcesses({ url: database_url, owner_url }, kind)
    database.undo(() => processes.stop())
    const context = { processes, size, base_at: base.toISOString(), database_url, print }
    // Unlike ratios, rates and times depend on the load of the machine, so it is reported.
    print(`machine load before: ${loadavg()[0]?.toFixed(1)}`)
    if (only === 'booking') return reportRatios(await measureBookings(context), print).length === 0 ? 0 : 1
    if (only === 'pages') return reportPages(await measurePages(context), print).length === 0 ? 0 : 1
    const measured = await measure(context, client)
    await allowExplain(client, appRole)
    const explained = await explain(database_url, size, context.base_at)
    const misses = [...report(measured, print), ...reportPlans(explained, isVerbose, print)]
    print(
      misses.length === 0
        ? '\nAll targets are met.'
        : `\nMissed:\n${misses.map((miss) => `  ${miss}`).join('\n')}`,
    )
    return misses.length === 0 ? 0 : 1
  } finally {
    await database.end()
  }
}

function readArgs(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        size: { type: 'string' },
        seed: { type: 'string' },
        verbose: { type: 'boolean' },
        'row-security': { type: 'boolean' },
        only: { type: 'string' },
        against: { type: 'string' },
        residents: { type: 'string' },
        way: { type: 'string' },
      },
    })
    const { size = 'small', seed = '1', verbose = false } = values
    const name = sizeNames.find((one) => one === size)
    if (name === undefined) throw new PlainError(`The size must be tiny, small, or large. ${use}`)
    if (!/^\d{1,6}$/.test(seed)) throw new PlainError(`The seed must be a whole number of at least 0. ${use}`)
    if (values.residents !== undefined && !/^\d{1,5}$/.test(values.residents))
      throw new PlainError(`The number of residents must be a whole number. ${use}`)
    const only = parts.find((part) => part === values.only) ?? null
    if (values.only !== undefined && only === null)
      throw new PlainError(`--only takes booking, pages, or plates. ${use}`)
    return {
      size: sizeOf(name),
      seed: Number(seed),
      isVerbose: verbose,
      isTrial: values['row-security'] ?? false,
      only,
      against: values.against ?? null,
      residents: values.residents === undefined ? null : Number(values.residents),
      way: values.way ?? null,
    }
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(`${(error as Error).message.split('\n')[0]} ${use}`)
  }
}
