import type { Selectable } from 'kysely'
import type { DB } from './types.ts'

/** The values that the driver returns for the types of PostgreSQL (db/database.ts sets some of its parsers). */
interface Scalars {
  uuid: string
  text: string
  smallint: number
  integer: number
  bigint: number
  float8: number
  boolean: boolean
  timestamptz: string
  date: string
  bytea: Buffer
  'text[]': string[]
  'uuid[]': string[]
}

type TableName = keyof DB
type ColumnName = { [T in TableName]: `${T}.${keyof DB[T] & string}` }[TableName]
type ColumnType<Name extends string> = Name extends `${infer T extends TableName}.${infer C}`
  ? C extends keyof DB[T]
    ? Selectable<DB[T]>[C & keyof Selectable<DB[T]>]
    : never
  : never

/** A column whose TypeScript type says more than PostgreSQL knows: the content of JSON, or the texts that occur. */
export interface DetailedColumn<Value> {
  type: 'jsonb' | 'json' | 'text'
  is_nullable: boolean
  /** Only for the type. */
  value?: Value
}

/**
 * The type of a column of a statement: a type of PostgreSQL, or `table.column` for a column's own type and nullability.
 * `?` adds null. `!` is for a column that may be null in its table and never is in this statement.
 */
type Column =
  | keyof Scalars
  | `${keyof Scalars}?`
  | `${keyof Scalars}!`
  | ColumnName
  | `${ColumnName}?`
  | `${ColumnName}!`
  | DetailedColumn<unknown>

/** The columns of a statement's rows by name. */
export type RowShape = Readonly<Record<string, Column>>

type ValueOf<Type> =
  Type extends DetailedColumn<infer Value>
    ? Value
    : Type extends keyof Scalars
      ? Scalars[Type]
      : Type extends `${infer Name}?`
        ? ValueOf<Name> | null
        : Type extends `${infer Name}!`
          ? NonNullable<ValueOf<Name>>
          : Type extends string
            ? ColumnType<Type>
            : never

/** The type of a statement's rows. */
export type RowOf<Shape extends RowShape> = { -readonly [Name in keyof Shape]: ValueOf<Shape[Name]> }

/** JSON that SQL builds or a column holds. PostgreSQL doesn't know its content, so `Value` is taken as given. */
export const json = <Value>(type: 'jsonb' | 'json' = 'jsonb'): DetailedColumn<Value> => ({
  type,
  is_nullable: false,
})

/** Text of which only some values occur. PostgreSQL doesn't know them, so `Value` is taken as given. */
export const text = <Value extends string>(): DetailedColumn<Value> => ({ type: 'text', is_nullable: false })

export const orNull = <Value>({ type }: DetailedColumn<Value>): DetailedColumn<Value | null> => ({
  type,
  is_nullable: true,
})

/** Returns the shape of some columns of a table. */
export const columnsOf = <T extends TableName, C extends keyof DB[T] & string>(
  table: T,
  columns: readonly C[],
) =>
  Object.fromEntries(columns.map((column) => [column, `${table}.${column}`])) as {
    [Name in C]: `${T}.${Name}`
  }

/** A hand-written statement and the columns of its rows. */
export interface Statement<Row> {
  /** Logs and traces show it. */
  label: string
  text: string
  shape: RowShape
  /** Only for the type. */
  row?: Row
}

const declared: Statement<unknown>[] = []
const labels = new Map<string, string>()

/**
 * Declares a hand-written statement. It must be declared when its module is imported, in all its variants: then
 * api/raw-statements.test.ts compares `shape` with the columns that PostgreSQL gives it.
 */
export function statement<const Shape extends RowShape>(
  label: string,
  shape: Shape,
  sqlText: string,
): Statement<RowOf<Shape>> {
  const made: Statement<RowOf<Shape>> = { label, text: sqlText, shape }
  declared.push(made)
  labels.set(sqlText, label)
  return made
}

/** Returns the label of a declared statement by its text, because Kysely passes on only the text. */
export const labelOfText = (sqlText: string): string => labels.get(sqlText) ?? ''

/**
 * Returns all statements of the modules that have been imported, for the test that describes them.
 * @internal
 */
export const declaredStatements = (): readonly Statement<unknown>[] => declared

/** A field whose TypeScript type says more than PostgreSQL knows. */
interface DetailedField<Value> {
  /** Any type of PostgreSQL. */
  type: string
  is_nullable: boolean
  /** Only for the type. */
  value?: Value
}

/** The columns of a JSON record that a function reads. */
type RecordShape = Readonly<
  Record<
    string,
    keyof Scalars | `${keyof Scalars}?` | { type: string; is_nullable: boolean; value?: unknown }
  >
>

/** A JSON record that a function of the database reads with a column list: `jsonb_to_record(p) as (…)`. */
export interface JsonRecord<Required extends RecordShape, Optional extends RecordShape> {
  /** The function and its argument, as in `hold_spot.p`. */
  argument: string
  required: Required
  /** The keys that may be missing; PostgreSQL reads them as null. */
  optional: Optional
}

type FieldOf<Type> = Type extends { value?: infer Value } ? Value : ValueOf<Type>

/** The type of a JSON record. */
export type RecordOf<Of> =
  Of extends JsonRecord<infer Required, infer Optional>
    ? { -readonly [Name in keyof Required]: FieldOf<Required[Name]> } & {
        -readonly [Name in keyof Optional]?: FieldOf<Optional[Name]>
      }
    : never

const declaredJsonRecords: JsonRecord<RecordShape, RecordShape>[] = []

/** Declares a JSON record, whose columns api/raw-statements.test.ts compares with the column list in the function. */
export function jsonRecord<const Required extends RecordShape, const Optional extends RecordShape>(
  argument: string,
  required: Required,
  optional: Optional,
): JsonRecord<Required, Optional> {
  const made = { argument, required, optional }
  declaredJsonRecords.push(made)
  return made
}

/** A field of which only some values of an enum of PostgreSQL occur. */
export const valuesOf = <Value extends string>(type: string): DetailedField<Value> => ({
  type,
  is_nullable: false,
})

/** The same, or null. */
export const valuesOrNull = <Value extends string>(type: string): DetailedField<Value | null> => ({
  type,
  is_nullable: true,
})

/**
 * Returns all JSON records of the modules that have been imported, for the test that compares them.
 * @internal
 */
export const declaredRecords = (): readonly JsonRecord<RecordShape, RecordShape>[] => declaredJsonRecords
