import { freePort } from '@openspot/db/embedded/cluster.ts'
import { address, type Run, type Runs } from '../testing.ts'

/** API and worker in a process of their own, as an operator starts them. */
export interface DrilledProduct {
  run: Run
  base: string
  sandbox_port: number
  /** Whether it is the process that was started, and runs. */
  isAlive(): boolean
}

export async function startProduct(runs: Runs, env: Record<string, string>): Promise<DrilledProduct> {
  const sandbox_port = await freePort()
  const run = runs.openspot(['start'], {
    STRIPE_SANDBOX_PORT: String(sandbox_port),
    OPENSPOT_ROLES: 'api,worker',
    LOG_LEVEL: 'warn',
    ...env,
  })
  const base = await address(run)
  return {
    run,
    base,
    sandbox_port,
    isAlive: () => run.child.exitCode === null && run.child.signalCode === null,
  }
}
