import { CallError } from '@openspot/contract/call.ts'
import { expect } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import type { Step, steps } from './steps.ts'
import type { World } from './world.ts'

const awaited = ['payment_unsettled', 'provider_unavailable']

/** A lock or a statement took longer than its limit, as on a busy machine. A deadlock is a fault. */
const timedOut = ({ body, message }: CallError): boolean =>
  body.code === 'unavailable' && /"code":"(55P03|57014)"/.test(message)

/** Returns `done`, the code of a rejection, or that the provider did not answer. Throws for faults of ours. */
async function outcomeOf(step: Promise<void>): Promise<string> {
  try {
    await step
    return 'done'
  } catch (error) {
    if (
      error instanceof CallError &&
      (error.status < 500 || awaited.includes(error.body.code) || timedOut(error))
    )
      return error.body.code
    throw error
  }
}

/** Runs `length` random turns of one to three concurrent steps and checks the database after each. */
export async function runSteps(world: World, drawn: typeof steps, length: number): Promise<void> {
  const total = drawn.reduce((sum, [, , weight]) => sum + weight, 0)
  const draw = (): [string, Step] => {
    let at = world.random.below(total)
    for (const [name, step, weight] of drawn) {
      if (at < weight) return [name, step]
      at -= weight
    }
    throw new Error('the weights do not add up')
  }
  const story: string[] = []
  for (let turn = 0; turn < length; turn++) {
    const now = Array.from({ length: 1 + world.random.below(3) }, draw)
    const outcomes = await Promise.all(now.map(([, step]) => outcomeOf(step(world))))
    for (const [at, [name]] of now.entries()) story.push(`${turn}: ${name} → ${outcomes[at]}`)
    const broken = await brokenInvariants(world.api.deps.database.pool)
    expect(broken, story.slice(-12).join('\n')).toEqual({})
  }
}
