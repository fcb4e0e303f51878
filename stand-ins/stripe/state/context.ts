import type pg from 'pg'
import type { FaultPlan } from './faults.ts'
import type { Env, Work } from './work.ts'

/** The shared dependencies of the parts of the server. */
export interface Context {
  pool: pg.Pool
  env: Env
  faults: FaultPlan
  /** The stand-in's time in whole seconds. */
  now(): number
  /** If given, only these API keys are accepted; otherwise every test key is. */
  secret_keys: string[] | null
  /** Moves the stand-in's clock ahead and does what has become due. */
  advance(seconds: number): Promise<void>
  /** Signals that something was written, so there may be webhooks to deliver. */
  changed(): void
}

export function workOn(
  context: Context,
  client: pg.ClientBase,
  account: string,
  request: Work['request'] = { id: null, idempotency_key: null },
  now = context.now(),
): Work {
  return { client, now, account, request, env: context.env }
}
