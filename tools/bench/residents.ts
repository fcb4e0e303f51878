import { type Way, ways } from '@openspot/api/people/connectors/testing/vendors.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { BenchDatabase } from './bench-database.ts'
import { measureImport, type Source } from './import-beside-bookings.ts'
import { startProcesses } from './processes.ts'
import { reportImports } from './report-imports.ts'
import { startVendors } from './resident-sources.ts'
import type { Size } from './size.ts'

/**
 * Imports a number of residents in each way to read them, while drivers book. The API and the worker are two processes on one database.
 * Fails if either takes more memory than allowed, or bookings are slower than allowed.
 */
export async function benchResidents(
  database: BenchDatabase,
  size: Size,
  { count, only }: { count: number; only: string | null },
  print: (line: string) => void,
): Promise<number> {
  const all: readonly Source[] = [...ways.map(withName), { name: 'FILE CSV' }, { name: 'FILE XLSX' }]
  const wanted = all.filter(({ name }) => only === null || name === only)
  if (wanted.length === 0)
    throw new PlainError(`The way must be one of ${all.map(({ name }) => name).join(', ')}.`)
  const vendors = await startVendors()
  database.undo(() => vendors.stop())
  const report = reportImports(print)
  for (const [at, source] of all.entries()) {
    if (!wanted.includes(source)) continue
    // New processes for each, because memory that was taken once is not given back.
    const { owner_url, database_url, base } = database
    const processes = await startProcesses({ url: database_url, owner_url }, 'product_and_worker')
    try {
      const context = { processes, size, base_at: base.toISOString(), database_url, print }
      if ('way' in source) await vendors.serve(source.way, count)
      report.add(await measureImport(database, context, { source, url: vendors.url, at, count }))
    } finally {
      await processes.stop()
    }
  }
  return report.end()
}

const withName = (way: Way) => ({ name: `${way.provider} ${way.source}`, way })
