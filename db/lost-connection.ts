/** Error codes of the network, the driver, and PostgreSQL for a lost or failed connection. */
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
  // The server has become a standby, so the primary is another one now.
  '25006',
  // The server ends a session that is idle for too long, in or outside a transaction.
  '25P03',
  '57P05',
])

/** Messages for which the driver has no code. */
const messages =
  /^Connection terminated|^timeout expired$|^timeout exceeded when trying to connect|^Query read timeout$|not queryable$/

/**
 * Whether an error means that the database was unreachable or went away, so that the work may be retried once it is
 * back. It is unknown whether a running statement took effect.
 */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // While the server starts again, its socket file is missing.
  const isSocketMissing = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return codes.has(code) || isSocketMissing || messages.test(error.message)
}
