import { parseArgs } from 'node:util'
import { PlainError } from '@openspot/core/plain-error.ts'
import { citiesDrill } from './cities-drill.ts'
import { connectionsDrill } from './connections-drill.ts'
import type { Drill, DrillOptions } from './drill.ts'
import { failoverDrill } from './failover-drill.ts'
import { outagesDrill } from './outages-drill.ts'
import { releaseDrill } from './release-drill.ts'

const use = 'npm run openspot -- drills [NAME…] [--times N] [--servers 2|3] [--debian FOLDER]'

/** Long drills, by name. Each breaks something on purpose and measures how long the product takes to be back. */
const drills: Record<string, Drill> = {
  cities: citiesDrill,
  connections: connectionsDrill,
  failover: failoverDrill,
  outages: outagesDrill,
  release: releaseDrill,
}

/** Runs the drills named, or all of them: a line of JSON for each fault, then a table. Ends with 1 if a promise was broken. */
export async function runDrills(args: string[]): Promise<number> {
  const { names, options } = readArgs(args)
  let broken = 0
  for (const name of names) {
    const write = (figures: object) => console.log(JSON.stringify({ drill: name, ...figures }))
    const result = await drills[name]?.(write, options)
    if (!result) continue
    console.table(result.table)
    for (const problem of result.problems) console.log(`${name}: ${problem}`)
    broken += result.problems.length
  }
  console.log(broken === 0 ? 'Every promise was kept.' : `${broken} promises were broken.`)
  return broken === 0 ? 0 : 1
}

function readArgs(args: string[]): { names: string[]; options: DrillOptions } {
  const { positionals, values } = parse(args)
  const names = positionals.length === 0 ? Object.keys(drills) : positionals
  const unknown = names.find((name) => !(name in drills))
  if (unknown !== undefined)
    throw new PlainError(`There is no drill "${unknown}". There are: ${Object.keys(drills).join(', ')}.`)
  const times = values.times === undefined ? null : Number(values.times)
  if (times !== null && !(Number.isSafeInteger(times) && times > 0))
    throw new PlainError(`--times must be a whole number. ${use}`)
  const servers = values.servers === undefined ? null : Number(values.servers)
  if (servers !== null && servers !== 2 && servers !== 3)
    throw new PlainError(`--servers must be 2 or 3. ${use}`)
  return { names, options: { times, servers, debian: values.debian ?? null } }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { times: { type: 'string' }, servers: { type: 'string' }, debian: { type: 'string' } },
    })
  } catch (error) {
    throw new PlainError(`${(error as Error).message.split('\n')[0]} ${use}`)
  }
}
