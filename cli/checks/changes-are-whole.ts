import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'
import { findRouteTransactions } from './route-transactions.ts'
import { sources } from './sources.ts'

/** Checks that routes make changes with `makeChange`, apart from those on the list, which only gets shorter. */
export async function changesAreWhole(): Promise<number> {
  const list = readFileSync(path.join(root, 'cli/checks/route-transactions.tsv'), 'utf8')
  const listed = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const found = findRouteTransactions(sources(/^api\/.*\.routes\.ts$/), listed)
  for (const line of found) console.error(line)
  return found.length === 0 ? 0 : 1
}
