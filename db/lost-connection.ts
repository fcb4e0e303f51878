/** What the network, the driver, and PostgreSQL say when a connection is gone or cannot be made. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // PostgreSQL: shut down, crashed, not accepting connections yet, connection failures.
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // The server ends a session that is idle for too long, in or outside a transaction.
  '25P03',
  '57P05',
])

/** The driver gives these no code. */
const messages =
  /^Connection terminated|^timeout expired$|^timeout exceeded when trying to connect|^Query read timeout$|not queryable$/

/**
 * Whether an error says that the database could not be reached or went away, so that the work may be tried again once it
 * is back. Whether a statement that was under way took effect is unknown.
 */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return codes.has(code) || messages.test(error.message)
}
