import type pg from 'pg'

/** The parts of a distributed table are called as it is, with a number that Citus begins to count at 102008. */
const part = /_\d{6,}$/
const quoted = /constraint "([^"]+)"/

/**
 * Gives a refusal of a constraint the name that the constraint has in our schema. The error of a part of a distributed table comes from
 * another server: it names the constraint only in its text, and with the number of the part.
 */
export function nameConstraint(error: pg.DatabaseError): void {
  if (!error.code?.startsWith('23')) return
  const name = error.constraint ?? quoted.exec(error.message)?.[1]
  if (name === undefined) return
  error.constraint = name.replace(part, '')
  if (error.table !== undefined) error.table = error.table.replace(part, '')
}
