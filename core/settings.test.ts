import { expect, test } from 'vitest'
import { PlainError } from './plain-error.ts'
import { readSettings } from './settings.ts'

const prod = {
  OPENSPOT_ENV: 'prod',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_y',
  SMTP_URL: 'smtps://mail.example',
  OPENSPOT_SECRET: 'a secret',
}

test('nothing set is the local environment on port 8080 with everything in one process', () => {
  expect(readSettings({})).toMatchObject({
    environment: 'local',
    port: 8080,
    data_folder: '.openspot',
    database_url: null,
    roles: { api: true, web: true, worker: true },
    public_url: 'http://localhost:8080',
    demo: true,
  })
})

test('an unknown environment is staging, with a warning', () => {
  const warnings: string[] = []
  const env = { ...prod, OPENSPOT_ENV: 'production', STRIPE_SECRET_KEY: 'sk_test_x' }
  expect(readSettings(env, (line) => warnings.push(line)).environment).toBe('staging')
  expect(warnings).toEqual([
    'OPENSPOT_ENV=production is not known (prod, staging, local): going on as staging.',
  ])
})

test.each([
  [{ PORT: '70000' }, 'PORT'],
  [{ PORT: '-1' }, 'PORT'],
  [{ OPENSPOT_ROLES: 'api,wep' }, 'OPENSPOT_ROLES'],
  [{ OPENSPOT_ROLES: 'web' }, 'OPENSPOT_API_URL'],
  [{ OPENSPOT_DEMO: 'yes' }, 'OPENSPOT_DEMO'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ OPENSPOT_PUBLIC_URL: 'openspot.example' }, 'OPENSPOT_PUBLIC_URL'],
  [{ STRIPE_SECRET_KEY: 'sk_live_x' }, 'STRIPE_SECRET_KEY'],
  [{ ...prod, STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_SECRET_KEY'],
  [{ ...prod, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
  [{ ...prod, STRIPE_CONNECT_WEBHOOK_SECRET: '' }, 'STRIPE_CONNECT_WEBHOOK_SECRET'],
  [{ ...prod, SMTP_URL: undefined }, 'SMTP_URL'],
  [{ ...prod, OPENSPOT_SECRET: ' ' }, 'OPENSPOT_SECRET'],
])('%o is refused with the name of the variable', (env, name) => {
  expect(() => readSettings(env)).toThrow(PlainError)
  expect(() => readSettings(env)).toThrow(name)
})

test('production with all it needs is accepted', () => {
  expect(readSettings(prod).environment).toBe('prod')
})
