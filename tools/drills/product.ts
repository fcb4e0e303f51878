import { freePort } from '@openspot/db/embedded/cluster.ts'
import { address, type Run, type Runs } from '@openspot/server/testing/product.ts'

/** API and worker in processes of their own, as an operator starts them. */
export interface DrilledProduct {
  base: string
  stand_in_port: number
  /** Everything that its processes have printed. */
  output(): string
  /** Whether each process that was started still runs. */
  isAlive(): boolean
  processes: Run[]
}

/** The ways in which an operator can divide the roles over processes. */
export const arrangements = {
  'one process': ['api,worker'],
  'a process per role': ['api', 'worker'],
  'one process with the web': ['api,web,worker'],
}

/** Starts one process for each entry of `roles`. The first one serves the API. */
export async function startProduct(
  runs: Runs,
  env: Record<string, string>,
  roles: string[] = arrangements['one process'],
): Promise<DrilledProduct> {
  const stand_in_port = await freePort()
  const processes: Run[] = []
  let base = ''
  for (const OPENSPOT_ROLES of roles) {
    const run = runs.openspot(['start'], {
      OPENSPOT_ROLES,
      LOG_LEVEL: 'warn',
      // The stand-in of the first process is the one that the drill calls.
      STRIPE_STAND_IN_PORT: String(processes.length === 0 ? stand_in_port : await freePort()),
      ...env,
    })
    const at = await address(run)
    if (processes.length === 0) base = at
    processes.push(run)
  }
  return {
    base,
    stand_in_port,
    processes,
    output: () => processes.map((run) => run.output()).join(''),
    isAlive: () => processes.every(({ child }) => child.exitCode === null && child.signalCode === null),
  }
}
