/** What the first parameter of a function that runs a statement may be. */
const allowed = [
  'db: Db',
  'db: Queryable',
  'db: pg.Pool | pg.PoolClient',
  'tx: Tx',
  'pool: pg.Pool',
  'client: pg.Client',
  'client: pg.PoolClient',
]

const exported = /\bexport (?:async )?(?:function \w+|const \w+ = (?:async )?)(?:<[^(]*>)?\(/g

/** A parameter through which a function reaches the database, by its name or its type. */
const reaches =
  /(?:^|[\s,{])(?:db|tx|pool|client|app|deps|on)\??: |\b(?:Db|Tx|Queryable|FastifyInstance|\w*Deps|pg\.\w+)\b/

/** A statement that is run, or a result that is awaited. */
const runs = /\b(?:queryPrepared|query)(?:<[^(]*>)?\(|\.execute\w*\(|^\s*: Promise</

/**
 * Finds exported functions of a `.sql.ts` file that run a statement or get the database, and whose first parameter is
 * none of those that docs/data-access.md names. Functions that only build text or convert rows are left out.
 */
export function wrongFirstParameters(_file: string, code: string): number[] {
  return [...code.matchAll(exported)].flatMap(({ index, 0: head }) => {
    const [parameters, end] = parametersAt(code, index + head.length)
    const rest = code.slice(end, endOfFunction(code, end))
    // Parentheses around a value, not around parameters.
    if (!/^\s*(?::|=>|\{)/.test(rest)) return []
    const isExempt = !/\basync\b/.test(head) && !reaches.test(parameters.join(', ')) && !runs.test(rest)
    return isExempt || allowed.includes(parameters[0] ?? '') ? [] : [index]
  })
}

/** Returns the parameters after an opening parenthesis, and the position after the closing one. */
function parametersAt(code: string, start: number): [parameters: string[], end: number] {
  const parameters: string[] = []
  let from = start
  let depth = 1
  let index = start
  for (; depth > 0 && index < code.length; index += 1) {
    const at = code[index] ?? ''
    if ('([{'.includes(at)) depth += 1
    if (')]}'.includes(at)) depth -= 1
    if (depth === 0 || (depth === 1 && at === ',')) {
      const parameter = code.slice(from, index).trim()
      if (parameter !== '') parameters.push(parameter)
      from = index + 1
    }
  }
  return [parameters, index]
}

/** Returns where the next function begins at the latest: at a closing brace or an empty line at the margin. */
function endOfFunction(code: string, start: number): number {
  const length = code.slice(start).search(/\n(?:\}|\n)/)
  return length === -1 ? code.length : start + length
}
