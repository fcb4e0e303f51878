import pg from 'pg'
import { type DescribedColumn, describeStatement, type StatementDescription } from '../describe-statement.ts'

/** OIDs of types that have no values of their own, or no known columns. */
export const anonymousRecord = 2249
const voidType = 2278
const triggerType = 2279

/** The queries of the check; it creates only temporary tables and types. */
export class Catalog {
  readonly client: pg.ClientBase
  readonly #types = new Map<string, number | null>()
  readonly #fields = new Map<number, Map<string, number>>()
  readonly #assignments = new Map<string, string | null>()
  #records = 0

  constructor(client: pg.ClientBase) {
    this.client = client
  }

  async typeOf(name: string): Promise<number | null> {
    const known = this.#types.get(name)
    if (known !== undefined) return known
    const { rows } = await this.client.query<{ oid: number | null }>('select to_regtype($1)::oid as oid', [
      name.replace(/%rowtype$/i, ''),
    ])
    const found = rows[0]?.oid ?? null
    this.#types.set(name, found)
    return found
  }

  async nameOf(type: number): Promise<string> {
    const { rows } = await this.client.query<{ name: string }>('select format_type($1, null) as name', [type])
    return rows[0]?.name ?? String(type)
  }

  /** Returns the types of a row type's columns by name; empty for any other type. */
  async fieldsOf(type: number): Promise<ReadonlyMap<string, number>> {
    const known = this.#fields.get(type)
    if (known) return known
    const { rows } = await this.client.query<{ name: string; type: number }>(
      `select a.attname as name, a.atttypid as type from pg_type t join pg_attribute a on a.attrelid = t.typrelid
       where t.oid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`,
      [type],
    )
    const fields = new Map(rows.map((row) => [row.name, row.type]))
    this.#fields.set(type, fields)
    return fields
  }

  /** Creates a row type with these columns. */
  async recordOf(columns: readonly DescribedColumn[]): Promise<number> {
    this.#records += 1
    const name = `checked_record_${this.#records}`
    const fields: string[] = []
    for (const [index, column] of columns.entries()) {
      const isRepeated = columns.findIndex((other) => other.name === column.name) !== index
      const field = isRepeated ? `${column.name}_${index}` : column.name
      fields.push(`${pg.escapeIdentifier(field)} ${await this.nameOf(column.type)}`)
    }
    await this.client.query(`create type pg_temp.${name} as (${fields.join(', ')})`)
    const { rows } = await this.client.query<{ oid: number }>('select $1::regtype::oid as oid', [
      `pg_temp.${name}`,
    ])
    return rows[0]?.oid ?? anonymousRecord
  }

  /** Analyzes a statement; returns the message of PostgreSQL if it is wrong. */
  async describe(text: string, types: readonly number[]): Promise<StatementDescription | pg.DatabaseError> {
    try {
      return await describeStatement(this.client, text, types)
    } catch (error) {
      if (error instanceof pg.DatabaseError) return error
      throw error
    }
  }

  /** Returns why a value of one type cannot be assigned to a variable of another; null if it can. */
  async refusalToAssign(source: number, target: number): Promise<string | null> {
    if (
      source === target ||
      [source, target].some((type) => [anonymousRecord, voidType, triggerType].includes(type))
    ) {
      return null
    }
    const key = `${source} ${target}`
    const known = this.#assignments.get(key)
    if (known !== undefined) return known
    const described = await this.describeAssignment('values ($1)', [source], target)
    const refusal =
      described instanceof pg.DatabaseError
        ? `${await this.nameOf(source)} is assigned to ${await this.nameOf(target)}`
        : null
    this.#assignments.set(key, refusal)
    return refusal
  }

  /** Analyzes a statement whose only column is assigned to a type. */
  async describeAssignment(rows: string, types: readonly number[], target: number) {
    const slot = `pg_temp.checked_value_${target}`
    await this.client.query(
      `create temp table if not exists ${slot.slice(8)} (value ${await this.nameOf(target)})`,
    )
    return this.describe(`insert into ${slot} (value) ${rows}`, types)
  }
}
