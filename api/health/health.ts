import type { ErrorBody } from '@openspot/contract/errors.ts'
import { ApiError } from '../errors.ts'
import type { Log } from '../log.ts'
import { within } from './deadline.ts'

/** `ok`, or a word or two on what is wrong. */
export type Verdict = string
export type Checks = Record<string, Verdict>

/** What this process needs in order to work. Each part that is started adds a check of its own. */
export interface Health {
  /** A check of the same name takes the place of the one before. */
  add(name: string, check: () => Verdict | Promise<Verdict>): void
  /** Answers within two seconds, whatever does not. */
  read(): Promise<Checks>
}

/** With 1.5 s for each check, and all of them at once, `ready` answers within 2 s. */
const CHECK_MS = 1500
const SILENT = 'does not answer'

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
      // Probes come every few seconds: why a check fails is said once.
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

/** What a process that is not ready answers, with the check that failed. */
export const notReady = (checks: Checks): ApiError =>
  new ApiError('unavailable', { details: { checks }, retry_after_seconds: 2 })

export const bodyOfNotReady = (checks: Checks, request_id: string): ErrorBody => {
  const { message, code, details = {} } = notReady(checks)
  return { message, code, request_id, details }
}
