import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * The most statement names that a process gives out. Every connection keeps the plans of all names it has used, about
 * 50 kB each, so texts that vary without bound must not each get one.
 */
export const maxStatementNames = 500

/** Longer texts are rare bulk statements, for which parsing costs little compared with running them. */
const maxTextLength = 20_000

/**
 * Names statements by their text, so that each connection parses and plans a text once. A name is
 * `<label>:<hash of the text>`, within PostgreSQL's limit of 63 bytes.
 */
export class StatementNames {
  /** By text. */
  readonly #names = new Map<string, string>()
  readonly #seenOnce = new Set<string>()
  readonly #max: number
  #given = 0

  constructor(max = maxStatementNames) {
    this.#max = max
  }

  /**
   * Returns the name under which a text is prepared, or undefined if it is not to be prepared. A text without a label
   * is named when it is seen for the second time, because preparing a text that does not return costs a plan for nothing.
   */
  nameOf(text: string, label = ''): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#given >= this.#max || text.length > maxTextLength) return undefined
    if (label === '' && !this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= this.#max) this.#seenOnce.clear()
      this.#seenOnce.add(text)
      return undefined
    }
    return this.#give(text, label)
  }

  /**
   * Gives a text another name, because PostgreSQL no longer runs what was prepared under `stale`. All connections use
   * the new name from then on, so a change of a table fails at most one statement of the process per text.
   */
  renew(text: string, stale: string): string | undefined {
    const current = this.#names.get(text)
    if (current !== stale) return current
    this.#names.delete(text)
    return this.#given < this.#max ? this.#give(text, labelOf(stale) ?? '', renewed) : undefined
  }

  #give(text: string, label: string, mark = ''): string {
    this.#given += 1
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16)
    // The count distinguishes a renewed name from the previous one.
    const name = `${label.slice(0, 36)}:${hash}:${this.#given}${mark}`
    this.#names.set(text, name)
    return name
  }
}

/** At the end of the names that replace others. */
const renewed = '+'

/** Returns the readable part of a statement's name; null for a name that is only a hash. */
export const labelOf = (name: string): string | null => name.split(':')[0] || null

const ofProcess = new StatementNames()

type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.ClientBase, 'query'>

/**
 * Runs a statement with parameters, prepared under a name.
 *
 * A migration that adds a column to a table invalidates what was prepared from a `select *` or `returning *`.
 * PostgreSQL then rejects the statement before it runs, so it is sent once more under a new name, and as another text,
 * because a pooler gives the same text the name that it has at the server. In a transaction, which that rejection has aborted, the error is thrown and the next attempt uses the new name.
 */
export async function runPrepared<Row extends pg.QueryResultRow>(
  on: Queryable,
  text: string,
  values: readonly unknown[],
  { label, names = ofProcess }: { label?: string; names?: StatementNames } = {},
): Promise<pg.QueryResult<Row>> {
  const name = names.nameOf(text, label)
  try {
    return await send<Row>(on, name, text, values)
  } catch (error) {
    if (name === undefined || !isStaleStatement(error)) throw error
    try {
      return await send<Row>(on, names.renew(text, name), text, values)
    } catch (second) {
      throw isAborted(second) ? error : second
    }
  }
}

function send<Row extends pg.QueryResultRow>(
  on: Queryable,
  name: string | undefined,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<Row>> {
  // The number of the process, because others renew the same text under the same name.
  const sent = name?.endsWith(renewed) ? `${text} /* ${process.pid} ${name} */` : text
  return on.query<Row>({ ...(name === undefined ? {} : { name }), text: sent, values: [...values] })
}

/**
 * Whether PostgreSQL rejected a prepared statement because its result changed, or because the connection no longer has
 * it. The code of the first covers everything unsupported and its message is translated, so the routine decides.
 */
export function isStaleStatement(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery')
}

const isAborted = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25P02'
