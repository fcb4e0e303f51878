import type pg from 'pg'
import type { declaredRecords } from '../rows.ts'

type DeclaredRecord = ReturnType<typeof declaredRecords>[number]

const columnList = /jsonb_to_record(?:set)?\((\w+)\)\s+(?:as\s+)?\w*\s*\(([^()]*)\)/gi

/**
 * Compares the column lists after `jsonb_to_record` and `jsonb_to_recordset` in the functions of the database with the
 * declared records: each list has one, with the same names and types.
 */
export async function findRecordDifferences(
  client: pg.ClientBase,
  records: readonly DeclaredRecord[],
): Promise<string[]> {
  const { rows: functions } = await client.query<{ name: string; body: string }>(
    `select proname as name, prosrc as body from pg_proc
     where pronamespace = 'public'::regnamespace and prosrc ~* 'jsonb_to_record' order by 1`,
  )
  const read = new Map<string, string>()
  for (const { name, body } of functions)
    for (const [, argument, columns = ''] of body.matchAll(columnList))
      read.set(`${name}.${argument}`, columns)
  const differences: string[] = []
  for (const argument of read.keys())
    if (!records.some((one) => one.argument === argument))
      differences.push(`${argument} has no declared record`)
  for (const { argument, required, optional } of records) {
    const columns = read.get(argument)
    if (columns === undefined) differences.push(`${argument} is read with no column list`)
    else differences.push(...(await compare(client, argument, columns, { ...required, ...optional })))
  }
  return differences
}

async function compare(
  client: pg.ClientBase,
  argument: string,
  columns: string,
  fields: DeclaredRecord['required'],
): Promise<string[]> {
  const declared = Object.entries(fields).map(([name, field]) => ({
    name,
    type: typeof field === 'string' ? field.replace(/[?!]$/, '') : field.type,
  }))
  const read = columns.split(',').map((column) => {
    const [name = '', ...type] = column.trim().split(/\s+/)
    return { name, type: type.join(' ') }
  })
  const { rows } = await client.query<{ name: string; declared: string | null; read: string | null }>(
    `select name, to_regtype(d.type)::text as declared, to_regtype(r.type)::text as read
     from jsonb_to_recordset($1) as d(name text, type text)
       full join jsonb_to_recordset($2) as r(name text, type text) using (name)
     where to_regtype(d.type) is distinct from to_regtype(r.type) or to_regtype(d.type) is null order by 1`,
    [JSON.stringify(declared), JSON.stringify(read)],
  )
  return rows.map((one) => {
    if (one.read === null) return `${argument} does not read ${one.name}`
    if (one.declared === null) return `${argument} reads ${one.name}, which is not declared`
    return `${argument} reads ${one.name} as ${one.read}, declared as ${one.declared}`
  })
}
