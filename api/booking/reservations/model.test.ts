import { CallError } from '@openspot/contract/call.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { modelRuns } from '../../testing/environment.ts'
import { randomFrom } from '../../testing/model/random.ts'
import { broken, readStatuses } from '../../testing/model/readings.ts'
import { type Step, steps } from '../../testing/model/steps.ts'
import { aWorld, type World } from '../../testing/model/world.ts'

// Longer runs have a command of their own: see docs/measurements.md.
const { seeds, first } = modelRuns()
const length = 50

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const total = steps.reduce((sum, [, , weight]) => sum + weight, 0)
function draw({ random }: World): [string, Step] {
  let at = random.below(total)
  for (const [name, step, weight] of steps) {
    if (at < weight) return [name, step]
    at -= weight
  }
  throw new Error('the weights do not add up')
}

/** Returns `done` or the code of a rejection. Throws for faults of ours. */
async function outcomeOf(step: Promise<void>): Promise<string> {
  try {
    await step
    return 'done'
  } catch (error) {
    if (error instanceof CallError && error.status < 500) return error.body.code
    throw error
  }
}

const seen = new Map<string, number>()

/** Runs one sequence. Several people act concurrently, so its outcome varies; the invariants must hold. */
async function live(seed: number): Promise<void> {
  const world = await aWorld(api, randomFrom(seed))
  const { pool } = api.deps.database
  const story: string[] = []
  for (let turn = 0; turn < length; turn++) {
    const before = await readStatuses(pool)
    const now = Array.from({ length: 1 + world.random.below(3) }, () => draw(world))
    const outcomes = await Promise.all(now.map(([, step]) => outcomeOf(step(world))))
    for (const [at, [name]] of now.entries()) {
      story.push(`${turn}: ${name} → ${outcomes[at]}`)
      const key = outcomes[at] === 'done' ? name : `${name} refused`
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    expect(await broken(world, before), story.slice(-12).join('\n')).toEqual({})
  }
}

test.each(Array.from({ length: seeds }, (_, at) => first + at))(
  'keeps every invariant under concurrent actions (seed %i)',
  live,
  180_000,
)

/** Kinds of steps that were only rejected. A notice needs a monthly reservation, which few sequences have. */
const idle = () => steps.map(([name]) => name).filter((name) => !seen.has(name) && name !== 'give notice')

fullTest(
  'completes every kind of step at least once',
  async () => {
    for (let more = 0; idle().length > 0 && more < 20; more += 1) await live(first + seeds + more)
    expect(idle()).toEqual([])
  },
  180_000,
)
