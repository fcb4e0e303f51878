import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '@openspot/contract/errors.ts'
import { refuse } from './errors.ts'

/**
 * Throws if a value is no longer what the caller read before editing it, so that nobody overwrites what they have not seen. Called with
 * the row locked. Lots, zones, and rule sets compare a version for that; groups and gates have none, because their members come and go,
 * and what is known of their device changes, without anyone editing them.
 */
export function refuseIfChanged(
  code: ErrorCode,
  read: object | undefined,
  current: Readonly<Record<string, unknown>>,
): void {
  for (const [field, value] of Object.entries(read ?? {}))
    if (!isDeepStrictEqual(value, current[field])) refuse(code, { field: `before.${field}` })
}
