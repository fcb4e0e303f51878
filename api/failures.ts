import type { Log } from './log.ts'

/** What failed outside a request: a job, a round, a connection, an export. */
export interface Failure {
  task: string
  /** The job or row it was about; null: nothing in particular. */
  id: string | null
  attempt?: number
  error: unknown
}

/** The one way a failure outside a request is made known: one line, without personal data (`api/log.ts`). */
export function reportFailure(log: Log, { error, ...failure }: Failure): void {
  log.error({ ...failure, err: error }, 'failed')
}
