/** A failure without personal data: names, codes, and the location in our code. */
interface Reason {
  name: string
  code?: string
  table?: string
  constraint?: string
  type?: string
  status?: string
  request_id?: string
  cause?: string
}

/** Matches codes, tables, and vendor request ids, but no email address and no name with a space. */
const token = /^[\w.:/-]{1,80}$/

/** The error fields of the database driver, the card provider, the mailer, and Node that carry no personal data. */
const fields = {
  code: ['code'],
  table: ['table'],
  constraint: ['constraint'],
  type: ['type'],
  status: ['statusCode', 'responseCode', 'status'],
  request_id: ['requestId'],
} as const

/** Reduces an error to what may be logged and shown. Never its message, which can quote a row or an address. */
function reasonOf(error: unknown): Reason {
  if (!(error instanceof Error)) return { name: 'NotAnError' }
  const values = error as unknown as Record<string, unknown>
  const reason: Record<string, string> = { name: safe(error.constructor.name) ?? 'Error' }
  for (const [field, names] of Object.entries(fields)) {
    const found = names.map((name) => safe(values[name])).find((value) => value !== null)
    if (found) reason[field] = found
  }
  if (reason['type'] === reason['name']) delete reason['type']
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  if (inner instanceof Error) reason['cause'] = reasonText(inner)
  return reason as unknown as Reason
}

/** Returns the reason on one line: `DatabaseError code=23505 table=users`. */
export function reasonText(error: unknown): string {
  const { name, cause, ...more } = reasonOf(error)
  const facts = Object.entries(more).map(([field, value]) => `${field}=${value}`)
  return [name, ...facts, ...(cause ? [`by ${cause}`] : [])].join(' ')
}

function safe(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && token.test(value) ? value : null
}
