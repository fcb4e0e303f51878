import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { fullTest } from '@openspot/db/testing/depth.ts'
import { address, commandRuns } from '@openspot/server/testing/product.ts'
import { afterAll, afterEach, expect, test } from 'vitest'

const { folder, openspot, npmStart, endAll, remove } = commandRuns()

const isLive = async (url: string) => (await fetch(`${url}/api/health/live`)).ok

afterEach(endAll)
afterAll(remove)

test('starts on an empty folder, prints the address for its first platform admin, answers, and stops cleanly on SIGINT', async () => {
  const server = openspot(['start'])
  const url = await address(server)
  expect(await (await fetch(`${url}/api/health/ready`)).json()).toMatchObject({ status: 'ok' })
  expect(server.output()).toMatch(/There is no platform admin yet\.[\s\S]*\/setup#[\w-]{43}\n/)
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
  await expect(isLive(url)).rejects.toThrow('fetch failed')
})

test('a second start on the same folder is rejected, and commands work while the server runs', async () => {
  const server = openspot(['start'])
  const url = await address(server)
  const second = openspot(['start'])
  expect(await second.ended).toBe(1)
  expect(second.output().trim().split('\n').at(-1)).toMatch(
    /^Openspot already runs on the data folder .*process \d+/,
  )
  const command = openspot(['import', 'lots', path.join(folder, 'missing.geojson')])
  expect(await command.ended).toBe(1)
  expect(await isLive(url)).toBe(true)
})

fullTest(
  'npm start without a setting answers pages and calls',
  async () => {
    const url = await address(npmStart())
    const home = await fetch(url)
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('Openspot')])
    expect((await fetch(`${url}/sign-in`)).status).toBe(200)
    expect(await (await fetch(`${url}/api/health/ready`)).json()).toMatchObject({ status: 'ok' })
    // On a fresh clone, the first start builds the web.
  },
  180_000,
)

fullTest('a killed process does not block the next start', async () => {
  const first = openspot(['start'])
  await address(first)
  first.child.kill('SIGKILL')
  await first.ended
  const next = openspot(['start'])
  expect(await isLive(await address(next))).toBe(true)
})

fullTest('two starts on two folders are independent', async () => {
  const other = openspot(['start'], { OPENSPOT_DATA: path.join(folder, 'other') })
  const one = openspot(['start'])
  const [a, b] = await Promise.all([address(one), address(other)])
  expect(a).not.toBe(b)
  expect([await isLive(a), await isLive(b)]).toEqual([true, true])
})

test('a taken port is reported in one line', async () => {
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(0, '0.0.0.0', done))
  const at = holder.address()
  const port = typeof at === 'object' && at ? at.port : 0
  const run = openspot(['start'], { PORT: String(port) })
  expect(await run.ended).toBe(1)
  expect(run.output().trim().split('\n').at(-1)).toBe(
    `Port ${port} is in use by another program. Set PORT to a free port.`,
  )
  holder.close()
})

test('an unusable data folder is reported in one line', async () => {
  const file = path.join(folder, 'a-file')
  writeFileSync(file, '')
  const run = openspot(['start'], { OPENSPOT_DATA: path.join(file, 'data') })
  expect(await run.ended).toBe(1)
  expect(run.output()).toMatch(
    /^Openspot \(local\)\nThe data folder .* cannot be used: a file with that name exists\. Move it, or set OPENSPOT_DATA to another folder\.\n$/,
  )
})

test('an unknown environment becomes staging with a warning, and invalid settings are named', async () => {
  const odd = openspot(['start'], { OPENSPOT_ENV: 'moon' })
  expect(await odd.ended).toBe(1)
  expect(odd.output()).toMatch(
    /OPENSPOT_ENV=moon is not known.*staging[\s\S]*OPENSPOT_ENV=staging needs STRIPE_SECRET_KEY/,
  )
  const port = openspot(['start'], { PORT: 'eighty' })
  expect(await port.ended).toBe(1)
  expect(port.output()).toBe('PORT is "eighty"; it must be a whole number from 0 to 65535.\n')
})

test('an unreachable database server is reported in one line', async () => {
  const run = openspot(['start'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(await run.ended).toBe(1)
  expect(run.output()).toMatch(/The PostgreSQL server of DATABASE_URL cannot be used: .*ECONNREFUSED/)
})

fullTest(
  'the web can run separately from the API and relays its calls',
  async () => {
    const api = openspot(['start'])
    const at = await address(api)
    const web = openspot(['start'], {
      OPENSPOT_ROLES: 'web',
      OPENSPOT_API_URL: at,
      OPENSPOT_DATA: path.join(folder, 'none'),
    })
    const url = await address(web)
    expect(await (await fetch(`${url}/api/health/ready`)).json()).toMatchObject({ status: 'ok' })
    expect(await (await fetch(url)).text()).toContain('Openspot')
    api.child.kill('SIGTERM')
    await api.ended
    // The process itself is alive, but the API that its pages call is not.
    expect(await isLive(url)).toBe(true)
    const alone = await fetch(`${url}/api/health/ready`)
    expect([alone.status, await alone.json()]).toMatchObject([
      503,
      { code: 'unavailable', details: { checks: { web: 'ok', api: 'fails' } } },
    ])
    expect((await fetch(`${url}/api/v1/users/me`)).status).toBe(503)
    // On a fresh clone, the first start builds the web.
  },
  180_000,
)

fullTest('as root, a folder that the database account may not enter works', async () => {
  const closed = path.join(folder, 'closed')
  const server = openspot(['start'], { OPENSPOT_DATA: path.join(closed, 'data') })
  const url = await address(server)
  chmodSync(closed, 0o700)
  expect(await isLive(url)).toBe(true)
})
