import { PlainError } from '@openspot/core/plain-error.ts'
import { connectionsDrill } from './connections-drill.ts'
import type { Drill } from './drill.ts'
import { failoverDrill } from './failover-drill.ts'
import { outagesDrill } from './outages-drill.ts'
import { releaseDrill } from './release-drill.ts'

/** Long drills, by name. Each breaks something on purpose and measures how long the product takes to be back. */
const drills: Record<string, Drill> = {
  connections: connectionsDrill,
  failover: failoverDrill,
  outages: outagesDrill,
  release: releaseDrill,
}

/** Runs the drills named, or all of them: a line of JSON for each fault, then a table. Ends with 1 if a promise was broken. */
export async function runDrills(args: string[]): Promise<number> {
  const names = args.length === 0 ? Object.keys(drills) : args
  const unknown = names.find((name) => !(name in drills))
  if (unknown !== undefined)
    throw new PlainError(`There is no drill "${unknown}". There are: ${Object.keys(drills).join(', ')}.`)
  let broken = 0
  for (const name of names) {
    const result = await drills[name]?.((figures) => console.log(JSON.stringify({ drill: name, ...figures })))
    if (!result) continue
    console.table(result.table)
    for (const problem of result.problems) console.log(`${name}: ${problem}`)
    broken += result.problems.length
  }
  console.log(broken === 0 ? 'Every promise was kept.' : `${broken} promises were broken.`)
  return broken === 0 ? 0 : 1
}
