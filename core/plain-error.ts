/**
 * An error that the operator can fix, shown as one line without a stack trace. All other errors are bugs and keep
 * theirs.
 */
export class PlainError extends Error {
  override name = 'PlainError'
}
