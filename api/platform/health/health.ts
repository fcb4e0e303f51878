import type { ErrorBody } from '@openspot/contract/errors.ts'
import { ApiError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { within } from './deadline.ts'

/** `ok`, or a few words on what is wrong. */
export type Verdict = string
export type Checks = Record<string, Verdict>

/** The health checks of this process. Each part that is started adds its own. */
export interface Health {
  /** Adds a check, replacing one of the same name. */
  add(name: string, check: () => Verdict | Promise<Verdict>): void
  /** Resolves within two seconds even if a check does not. */
  read(): Promise<Checks>
}

/** Checks run concurrently with 1.5 s each, so `ready` answers within 2 s. */
const CHECK_MS = 1500
const SILENT = 'is not responding'

export const isReady = (checks: Checks): boolean => Object.values(checks).every((verdict) => verdict === 'ok')

export function createHealth(log: Log): Health {
  const checks = new Map<string, () => Verdict | Promise<Verdict>>()
  const failing = new Set<string>()
  let last = ''
  const verdictOf = async (name: string, check: () => Verdict | Promise<Verdict>): Promise<Verdict> => {
    try {
      const verdict = await within(CHECK_MS, Promise.resolve(check()), SILENT)
      failing.delete(name)
      return verdict
    } catch (error) {
      // Probes come every few seconds, so log the reason for a failure once.
      if (!failing.has(name)) log.warn({ check: name, err: error }, 'health check failed')
      failing.add(name)
      return 'fails'
    }
  }
  return {
    add: (name, check) => void checks.set(name, check),
    async read() {
      const verdicts = await Promise.all(
        [...checks].map(async ([name, check]) => [name, await verdictOf(name, check)] as const),
      )
      const found: Checks = Object.fromEntries(verdicts)
      const now = JSON.stringify(found)
      if (now !== last && last !== '')
        log[isReady(found) ? 'info' : 'warn']({ checks: found }, 'health changed')
      last = now
      return found
    },
  }
}

/** Returns the error of a process that is not ready, with the failed check. */
export const notReady = (checks: Checks): ApiError =>
  new ApiError('unavailable', { details: { checks }, retry_after_seconds: 2 })

export const bodyOfNotReady = (checks: Checks, request_id: string): ErrorBody => {
  const { message, code, details = {} } = notReady(checks)
  return { message, code, request_id, details }
}
