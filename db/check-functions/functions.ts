import pg from 'pg'

/** A function of the database, once per table if it is called by triggers. */
export interface CheckedFunction {
  name: string
  language: 'plpgsql' | 'sql'
  body: string
  parameters: { name: string; type: number; mode: 'in' | 'out' }[]
  returns: { type: number; is_set: boolean }
  is_trigger: boolean
  /** The row type of `new` and `old`; null for a function that is not called by triggers. */
  trigger_table: { name: string; type: number } | null
  /** Transition tables of its triggers, with the table whose columns they have. */
  transitions: { name: string; table: string }[]
}

interface FunctionRow {
  oid: number
  name: string
  language: 'plpgsql' | 'sql'
  body: string
  names: string[] | null
  modes: string[] | null
  types: number[]
  returns: number
  is_set: boolean
  is_trigger: boolean
}

interface TriggerRow {
  function: number
  table: string
  type: number
  transitions: string[]
}

/** Returns our functions in PL/pgSQL and SQL, without those of extensions. */
export async function readFunctions(client: pg.ClientBase): Promise<CheckedFunction[]> {
  const { rows } = await client.query<FunctionRow>(
    `select p.oid, p.proname as name, l.lanname as language, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body,
       p.proargnames as names, p.proargmodes::text[] as modes, coalesce(p.proallargtypes, p.proargtypes)::int[] as types,
       p.prorettype as returns, p.proretset as is_set, p.prorettype = 'trigger'::regtype as is_trigger
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname in ('plpgsql', 'sql')
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
     order by p.proname, p.oid`,
  )
  const triggers = await client.query<TriggerRow>(
    `select t.tgfoid as function, t.tgrelid::regclass::text as table, c.reltype as type,
       array_remove(array_agg(distinct t.tgoldtable::text) || array_agg(distinct t.tgnewtable::text), null) as transitions
     from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and t.tgparentid = 0
     group by 1, 2, 3 order by 2`,
  )
  return rows.flatMap((row) => {
    const { name, language, body, names, modes, types, is_trigger } = row
    const plain: CheckedFunction = {
      name,
      language,
      body,
      parameters: types.map((type, index) => ({
        name: names?.[index] ?? '',
        type,
        mode: ['o', 't'].includes(modes?.[index] ?? 'i') ? 'out' : 'in',
      })),
      returns: { type: row.returns, is_set: row.is_set },
      is_trigger,
      trigger_table: null,
      transitions: [],
    }
    if (!is_trigger) return [plain]
    const callers = triggers.rows.filter((trigger) => trigger.function === row.oid)
    if (callers.length === 0) return [plain]
    return callers.map((trigger) => ({
      ...plain,
      trigger_table: { name: trigger.table, type: trigger.type },
      transitions: trigger.transitions.map((transition) => ({ name: transition, table: trigger.table })),
    }))
  })
}

/**
 * Returns the definition of a function for the parser, which has no catalog: it takes an enum for a row type, so enums
 * are written as text. The lines of the body keep their numbers. `enums` are names of types.
 */
export async function sourceFor(
  client: pg.ClientBase,
  { name, body, parameters, returns }: CheckedFunction,
  enums: readonly string[],
): Promise<string> {
  const { rows } = await client.query<{ names: string[] }>(
    'select array(select format_type(t, null) from unnest($1::oid[]) with ordinality u(t, n) order by n) as names',
    [[returns.type, ...parameters.map(({ type }) => type)]],
  )
  const [result, ...types] = (rows[0]?.names ?? []).map((type) => (enums.includes(type) ? 'text' : type))
  const list = parameters.map((p, index) => `${p.mode} ${pg.escapeIdentifier(p.name)} ${types[index]}`)
  const isOut = parameters.some(({ mode }) => mode === 'out')
  const returned =
    isOut && !returns.is_set ? '' : `returns ${returns.is_set ? 'setof ' : ''}${isOut ? 'record' : result}`
  return `create function ${pg.escapeIdentifier(name)}(${list.join(', ')}) ${returned} language plpgsql as $checked$${body.replace(
    declaration(enums),
    '$1text',
  )}$checked$`
}

/** Finds the declared variables of enum types. */
export const declaration = (enums: readonly string[]) =>
  new RegExp(String.raw`^(\s*(\w+)\s+)(${enums.join('|')})\b(?=\s*(?:;|:=|default))`, 'gm')
