/** A condition that is neither true nor false while a column is null, so that what it should refuse may pass. */
export interface NullCondition {
  line: number
  function: string
  condition: string
  /** The columns that may be null, as `table.column`. */
  columns: string[]
}

/** The columns of each table that may be null. */
export type NullableColumns = ReadonlyMap<string, ReadonlySet<string>>

/** Reads the columns that may be null from `db/schema.txt`. */
export function nullableColumns(schema: string): NullableColumns {
  const found = new Map<string, Set<string>>()
  for (const [, table = '', body = ''] of schema.matchAll(/^table (\w+)[^\n]*\n((?: {2}[^\n]*\n)*)/gm)) {
    const columns = [...body.matchAll(/^ {2}([a-z_0-9]+) (.*)$/gm)].filter(
      ([, name = '', rest = '']) => name !== 'constraint' && name !== 'trigger' && !rest.includes('not null'),
    )
    found.set(table, new Set(columns.map(([, name = '']) => name)))
  }
  return found
}

/** Function, trigger, or other statement of a file, from its start to that of the next. */
interface Part {
  name: string
  text: string
  offset: number
}

function partsOf(text: string): Part[] {
  const starts = [
    ...text.matchAll(/^create (?:or replace )?(?:constraint )?(?:function|trigger|procedure) (\w+)/gm),
  ]
  return starts.map(({ 1: name = '', index }, at) => ({
    name,
    offset: index,
    text: text.slice(index, starts[at + 1]?.index ?? text.length),
  }))
}

const named =
  /(?:\b(?:from|join|update|into|using) |, )(\w+)(?: (?:as )?(?!(?:from|where|set|on|using|join|left|cross|for|values|select|union|order|group|limit)\b)(\w+))?/g

/** The tables that each name may stand for in a part: aliases, variables of a row, and the rows of a trigger. */
function namesIn(part: string, triggers: ReadonlyMap<string, ReadonlySet<string>>, tables: NullableColumns) {
  const names = new Map<string, Set<string>>()
  const add = (name: string, table: string) => {
    if (tables.has(table)) names.set(name, (names.get(name) ?? new Set()).add(table))
  }
  for (const [, table = '', alias] of part.matchAll(named)) {
    add(table, table)
    if (alias !== undefined) add(alias, table)
  }
  for (const [, name = '', table = ''] of part.matchAll(/^\s*(?:declare )?(\w+) (\w+)(?:%rowtype)?;/gm))
    add(name, table)
  for (const table of triggers.get(/^create[^(]*function (\w+)/.exec(part)?.[1] ?? '') ?? [])
    for (const row of ['new', 'old']) add(row, table)
  const of = /^create (?:or replace )?(?:constraint )?trigger[\s\S]*?\bon (\w+)/.exec(part)?.[1]
  for (const row of of === undefined ? [] : ['new', 'old']) add(row, String(of))
  return names
}

/** The tables whose triggers call each function. */
function triggerTables(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const trigger =
    /create (?:or replace )?(?:constraint )?trigger \w+[\s\S]*?\bon (\w+)[\s\S]*?execute function (\w+)/g
  for (const [, table = '', name = ''] of text.matchAll(trigger))
    found.set(name, (found.get(name) ?? new Set()).add(table))
  return found
}

/** Returns the text in the parentheses that open at a position. */
function inParentheses(text: string, open: number): string {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(open, at + 1)
  }
  return text.slice(open)
}

/**
 * Finds conditions over columns that may be null: `a <> b`, and `not (…)` around a comparison. `is distinct from` and `is not true` say
 * what they mean, and are not found.
 */
export function findNullConditions(text: string, tables: NullableColumns): NullCondition[] {
  const code = text.replaceAll(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
  const triggers = triggerTables(code)
  return partsOf(code).flatMap((part) => {
    const names = namesIn(part.text, triggers, tables)
    const nullable = (name: string): string[] => {
      const [row = '', column = ''] = name.split('.')
      return [...(names.get(row) ?? [])]
        .filter((table) => tables.get(table)?.has(column))
        .map((table) => `${table}.${column}`)
    }
    const lineOf = (at: number) => code.slice(0, part.offset + at).split('\n').length
    const unequal = [...part.text.matchAll(/([\w.]+) <> ([\w.']+)/g)].map(
      ({ 0: condition, 1: a = '', 2: b = '', index }) => ({
        line: lineOf(index),
        function: part.name,
        condition,
        columns: [...new Set([...nullable(a), ...nullable(b)])],
      }),
    )
    const negated = [...part.text.matchAll(/\bnot \(/g)].map(({ index }) => {
      const condition = `not ${inParentheses(part.text, index + 4).replaceAll(/\s+/g, ' ')}`
      const compared = [
        ...condition.matchAll(/(\w+\.\w+)(?= (?:=|<|>|<=|>=|in) )|(?:=|<|>|<=|>=) (\w+\.\w+)/g),
      ]
      const columns = compared.flatMap(([, left, right]) => nullable(left ?? right ?? ''))
      return { line: lineOf(index), function: part.name, condition, columns: [...new Set(columns)] }
    })
    return [...unequal, ...negated].filter(({ columns }) => columns.length > 0)
  })
}
