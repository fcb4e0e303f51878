import pg from 'pg'
import { refuse } from '../errors.ts'

/** A name as it is kept: without blanks around it, and not longer than its column. */
export function readName(text: string, mostLength: number, field = 'name'): string {
  const name = text.trim()
  if (name === '') refuse('request_invalid', { field, message: `"${field}" is empty.` })
  if (name.length > mostLength) {
    refuse('request_invalid', { field, message: `"${field}" is longer than ${mostLength} characters.` })
  }
  return name
}

/** Does work that names something, and says so where the name is taken: the database alone can know that in time. */
export async function refuseTaken<T>(constraint: string, field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === constraint) refuse('name_taken', { field })
    throw error
  }
}
