import { messageOf } from '../../reduce-error.ts'

/** How many causes of an error are reported with it. */
const MAX_CAUSES = 5

/**
 * Returns a copy of an error that has only its type, message, stack, and causes. The message has no values, because a database or a card
 * provider may quote what was sent.
 */
export function plainError(error: Error, left = MAX_CAUSES): Error {
  const message = messageOf(error)
  const cause = error.cause instanceof Error && left > 0 ? { cause: plainError(error.cause, left - 1) } : {}
  const plain = new Error(message, cause)
  plain.name = error.constructor.name === 'Error' ? error.name : error.constructor.name
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  plain.stack = [`${plain.name}: ${message.replaceAll('\n', ' ')}`, ...frames].join('\n')
  return plain
}
