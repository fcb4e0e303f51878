/**
 * Something the person at the keyboard can mend: shown as one line, without a stack.
 * Everything else that is thrown is a fault of ours and keeps its stack.
 */
export class PlainError extends Error {
  override name = 'PlainError'
}
