import { parseArgs } from 'node:util'
import { realPorts } from '@openspot/api/ports.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import { withDatabase } from '@openspot/server/app-deps.ts'
import { settingsOfProcess } from '@openspot/server/settings.ts'
import { makeTown } from './town.ts'

const use = 'npm run openspot -- demo [--seed N] [--json]'

/** Creates the demo data if it is missing, and prints who can sign in. */
export async function demo(args: string[]): Promise<number> {
  const { seed, isJson } = readArgs(args)
  const settings = settingsOfProcess()
  if (settings.environment !== 'local') {
    throw new PlainError(`demo is for the local environment; OPENSPOT_ENV is ${settings.environment}.`)
  }
  const { accounts, is_new } = await withDatabase(settings, ({ database }) =>
    makeTown({ database, settings, ports: realPorts }, { seed }),
  )
  if (isJson) {
    for (const { email, password, role, lot } of accounts) {
      console.log(JSON.stringify({ email, password, role, lot }))
    }
    return 0
  }
  const rows = [
    { email: 'E-mail', password: 'Password', role: 'Role', lot: 'Lot' },
    ...accounts.map((account) => ({ ...account, lot: account.lot ?? '' })),
  ]
  const width = (column: 'email' | 'password' | 'role') =>
    Math.max(...rows.map((row) => row[column].length)) + 2
  console.log(
    is_new ? 'The demo town was created.\n' : 'The demo town already exists. Nothing was changed.\n',
  )
  for (const row of rows) {
    const cells = (['email', 'password', 'role'] as const).map((column) => row[column].padEnd(width(column)))
    console.log(`  ${cells.join('')}${row.lot}`.trimEnd())
  }
  return 0
}

function readArgs(args: string[]): { seed: number; isJson: boolean } {
  try {
    const { values } = parseArgs({ args, options: { seed: { type: 'string' }, json: { type: 'boolean' } } })
    const seed = values.seed ?? '1'
    if (!/^\d{1,9}$/.test(seed)) throw new PlainError(`The seed must be a whole number of at least 0. ${use}`)
    return { seed: Number(seed), isJson: values.json ?? false }
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(`${(error as Error).message.split('\n')[0]} ${use}`)
  }
}
