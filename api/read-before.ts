import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '@openspot/contract/errors.ts'
import { refuse } from './errors.ts'

/**
 * Throws if a value is no longer what the caller read before editing it, so that nobody overwrites what they have not seen. Called with
 * the row locked.
 */
export function refuseIfChanged(
  code: ErrorCode,
  read: object | undefined,
  current: Readonly<Record<string, unknown>>,
): void {
  for (const [field, value] of Object.entries(read ?? {}))
    if (!isDeepStrictEqual(value, current[field])) refuse(code, { field: `before.${field}` })
}
