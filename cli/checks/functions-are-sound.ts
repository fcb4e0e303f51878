import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkFunctions, type Finding } from '@openspot/db/check-functions/check-functions.ts'
import { thisRelease } from '@openspot/db/release.ts'
import pg from 'pg'
import { onMigratedServer } from './migrated-server.ts'

/** Parameters that a function doesn't use, and why it has them: servers of the version before call it with them. */
const unusedFor: Record<string, string> = {
  'withdraw_bill: parameter p_now is never used': 'servers of schema 26 pass it',
}

/** Checks the SQL functions on a temporary PostgreSQL, without running them. */
export const functionsAreSound = (): Promise<number> =>
  onMigratedServer(async (url) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return reportFindings(await checkFunctions(client))
    } finally {
      await client.end()
    }
  })

function reportFindings(findings: Finding[]): number {
  const keyOf = (one: Finding) => `${one.function}: ${one.message}`
  const reported = findings.filter((one) => !(keyOf(one) in unusedFor))
  const stale = Object.keys(unusedFor).filter((key) => !findings.some((one) => keyOf(one) === key))
  for (const one of reported) console.error(`${locationOf(one)} ${one.function}: ${one.message}`)
  for (const key of stale)
    console.error(`cli/checks/functions-are-sound.ts: this exception is no longer needed: ${key}`)
  return reported.length + stale.length === 0 ? 0 : 1
}

/** Returns the file of a function, and the line if the finding has one. */
function locationOf(finding: Finding): string {
  const folder = thisRelease().functions
  for (const file of readdirSync(folder)) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    const start = text.search(
      new RegExp(String.raw`^create (?:or replace )?function ${finding.function}\(`, 'm'),
    )
    if (start === -1) continue
    const body = text.indexOf('$$', start)
    const before = text.slice(0, finding.line === null ? start : body).split('\n').length
    return `db/functions/${file}:${finding.line === null ? before : before + finding.line - 1}`
  }
  return 'db/migrations'
}
