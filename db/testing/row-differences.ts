import type pg from 'pg'
import { type DescribedColumn, describeStatement } from '../describe-statement.ts'
import type { RowShape, Statement } from '../rows.ts'

interface Expected {
  type: string
  /** `table.column` if the type is that of a column. */
  is_column: boolean
  is_nullable: boolean
  /** The statement rules out the nulls of the column's table. */
  rules_out_null: boolean
}

function expectedOf(column: RowShape[string]): Expected {
  if (typeof column === 'object') {
    return { type: column.type, is_column: false, is_nullable: column.is_nullable, rules_out_null: false }
  }
  const type = column.replace(/[?!]$/, '')
  return {
    type,
    is_column: type.includes('.'),
    is_nullable: column.endsWith('?'),
    rules_out_null: column.endsWith('!'),
  }
}

/**
 * Returns how the declared columns of a statement differ from those that PostgreSQL gives it. Whether a calculated
 * column may be null is not known, nor whether an outer join adds nulls to a column of a table.
 */
export async function findRowDifferences(
  client: pg.ClientBase,
  { text, shape }: Pick<Statement<unknown>, 'text' | 'shape'>,
): Promise<string[]> {
  const { columns } = await describeStatement(client, text)
  const names = columns.map(({ name }) => name)
  const differences = names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `returns ${name} twice`)
  for (const name of Object.keys(shape))
    if (!names.includes(name)) differences.push(`does not return ${name}`)
  const hasOuterJoin = /\b(?:left|right|full)\s+(?:outer\s+)?join\b/i.test(text)
  for (const column of columns) {
    const declared = shape[column.name]
    if (declared === undefined) differences.push(`returns ${column.name}, which is not declared`)
    else differences.push(...(await compare(client, column, expectedOf(declared), hasOuterJoin)))
  }
  return differences
}

async function compare(
  client: pg.ClientBase,
  { name, type, table, column }: DescribedColumn,
  expected: Expected,
  hasOuterJoin: boolean,
): Promise<string[]> {
  const { rows } = await client.query<{
    is: string
    declared: number | null
    not_null: boolean | null
    own: boolean
  }>(
    `select format_type($1::oid, null) as is,
       case when $2 then (select a.atttypid from pg_attribute a
           where a.attrelid = to_regclass(split_part($3, '.', 1)) and a.attname = split_part($3, '.', 2))
         else to_regtype($3)::oid end as declared,
       (select a.attnotnull from pg_attribute a where a.attrelid = $4::oid and a.attnum = $5) as not_null,
       $2 and coalesce((select not a.attnotnull from pg_attribute a
         where a.attrelid = to_regclass(split_part($3, '.', 1)) and a.attname = split_part($3, '.', 2)), false) as own`,
    [type, expected.is_column, expected.type, table, column],
  )
  const found = rows[0]
  if (!found) throw new Error('PostgreSQL returned no row.')
  const mayBeNull = expected.is_nullable || (found.own && !expected.rules_out_null)
  if (found.declared !== type) return [`${name} is ${found.is}, declared as ${expected.type}`]
  if (found.not_null === false && !mayBeNull && !expected.rules_out_null) return [`${name} may be null`]
  if (found.not_null === true && mayBeNull && !hasOuterJoin)
    return [`${name} is never null, declared as nullable`]
  return []
}
