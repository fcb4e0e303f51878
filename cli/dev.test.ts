import { fullTest } from '@openspot/db/testing/depth.ts'
import { address, commandRuns } from '@openspot/server/testing/product.ts'
import { afterAll, afterEach, expect, test, vi } from 'vitest'

const { openspot, endAll, remove } = commandRuns({ OPENSPOT_ROLES: 'api,worker' })

afterEach(endAll)
afterAll(remove)

const statusOf = (url: string) =>
  fetch(url).then(
    (answer) => answer.status,
    () => 0,
  )

fullTest(
  'dev passes API calls on to its child process and leaves nothing behind after SIGINT',
  async () => {
    const run = openspot(['dev'])
    const url = await address(run)
    await vi.waitUntil(async () => (await statusOf(`${url}/api/v1/places?q=chi`)) === 200, {
      // The first start of a busy machine, which reads all places.
      timeout: 150_000,
      interval: 100,
    })
    const ready = await fetch(`${url}/api/health/ready`)
    expect(await ready.json()).toMatchObject({ status: 'ok', checks: { api: 'ok' } })
    run.child.kill('SIGINT')
    // Its output closes only when the child process has ended too.
    expect(await run.ended).toBe(0)
    expect(await statusOf(url)).toBe(0)
  },
  180_000,
)

test('dev rejects an unknown option in one line', async () => {
  const odd = openspot(['dev', '--watch'])
  expect(await odd.ended).toBe(1)
  expect(odd.output().trim()).toMatch(/^dev only has the options --inspect and --inspect-brk. Usage: .*$/)
})
