import { loadModule, parsePlPgSQLSync } from 'libpg-query'
import type pg from 'pg'
import { Catalog } from './catalog.ts'
import { FunctionCheck } from './function-check.ts'
import { type CheckedFunction, readFunctions, sourceFor } from './functions.ts'
import { referencesIn } from './references.ts'
import type { FunctionTree } from './tree.ts'

export interface Finding {
  function: string
  /** Line of the function's body, from 1; null for the whole function. */
  line: number | null
  message: string
}

/**
 * Checks all functions of a migrated database without running them: PostgreSQL analyzes each statement with the types
 * of the variables, also in branches that no test reaches. `client` must own the tables; its temporary
 * tables are dropped. `names` are the functions to check; all by default.
 */
export async function checkFunctions(client: pg.ClientBase, names?: readonly string[]): Promise<Finding[]> {
  await loadModule()
  const catalog = new Catalog(client)
  const { rows } = await client.query<{ name: string }>(
    `select format_type(oid, null) as name from pg_type where typtype in ('e', 'd') and typnamespace = 'public'::regnamespace`,
  )
  const enums = rows.map(({ name }) => name)
  const found: Finding[] = []
  for (const one of await readFunctions(client)) {
    if (names && !names.includes(one.name)) continue
    const report = (line: number | null, message: string) => {
      const isKnown = found.some((f) => f.function === one.name && f.line === line && f.message === message)
      if (!isKnown) found.push({ function: one.name, line, message })
    }
    if (one.language === 'sql') {
      // PostgreSQL analyzes the bodies of these functions when it creates them.
      for (const name of unusedParameters(one)) report(null, `parameter ${name} is never used`)
      continue
    }
    if (one.is_trigger && one.trigger_table === null) {
      report(null, 'no trigger calls it')
      continue
    }
    for (const { name, table } of one.transitions)
      await client.query(`create temp table ${name} (like ${table})`)
    const tree = parsePlPgSQLSync(await sourceFor(client, one, enums)) as unknown as FunctionTree
    await new FunctionCheck(catalog, one, tree, enums, report).run()
    for (const { name } of one.transitions) await client.query(`drop table pg_temp.${name}`)
  }
  await client.query('discard temp')
  return found
}

function unusedParameters({ name, body, parameters }: CheckedFunction): string[] {
  const text = body.replace(/^RETURN\b/, 'select')
  const used = new Set(
    /^BEGIN ATOMIC\b/.test(body)
      ? (body.match(/\w+/g) ?? [])
      : referencesIn(text).references.flatMap(({ names }) =>
          names[0] === name ? names.slice(0, 2) : names.slice(0, 1),
        ),
  )
  return parameters.filter((p) => p.mode === 'in' && p.name !== '' && !used.has(p.name)).map((p) => p.name)
}
