import pg from 'pg'
import { refuse } from './errors.ts'

/** Returns a trimmed name. Throws `request_invalid` if it is empty or longer than its column. */
export function readName(text: string, maxLength: number, field = 'name'): string {
  const name = text.trim()
  if (name === '')
    refuse('request_invalid', { field, message: (t) => t('apiErrors.request.empty', { field }) })
  if (name.length > maxLength) {
    refuse('request_invalid', {
      field,
      message: (t) => t('apiErrors.request.tooLong', { field, max: maxLength }),
    })
  }
  return name
}

/**
 * Runs work that sets a name and maps the unique violation to `name_taken`, because only the database can detect that
 * reliably.
 */
export async function refuseTaken<T>(constraint: string, field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === constraint) refuse('name_taken', { field })
    throw error
  }
}
