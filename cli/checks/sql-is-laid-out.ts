import { sources } from './sources.ts'
import { findLayoutFaults } from './sql-layout.ts'

/** Checks the layout of the SQL functions. Migrations stay as they were released, because db/schema.json hashes them. */
export async function sqlIsLaidOut(): Promise<number> {
  const found = sources(/^db\/functions\/.*\.sql$/).flatMap(({ file, text }) =>
    findLayoutFaults(text).map(({ line, fault }) => `${file}:${line}: ${fault}`),
  )
  for (const line of found) console.error(line)
  return found.length === 0 ? 0 : 1
}
