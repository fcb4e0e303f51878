import { describe, expect, test } from 'vitest'
import { PlainError } from './plain-error.ts'
import { readSettings } from './settings.ts'

const prod = {
  OPENSPOT_ENV: 'prod',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_y',
  SMTP_URL: 'smtps://mail.example',
  OPENSPOT_SECRET: 'q8yRhT2vXc0LmZ4nWb7sKd1fGj5pAe9u',
  OPENSPOT_PUBLIC_URL: 'https://openspot.example',
}

test('defaults to the local environment on port 8080 with all roles in one process', () => {
  expect(readSettings({})).toMatchObject({
    environment: 'local',
    port: 8080,
    host: '127.0.0.1',
    data_folder: '.openspot',
    database_url: null,
    roles: { api: true, web: true, worker: true },
    public_url: 'http://localhost:8080',
    demo: true,
  })
})

test('the log level defaults to warn in the local environment and to info elsewhere', () => {
  expect([readSettings({}).log_level, readSettings(prod).log_level]).toEqual(['warn', 'info'])
})

test('metrics, traces, and the health port are off unless set', () => {
  expect(readSettings(prod)).toMatchObject({
    metrics: { port: null, host: '127.0.0.1', token: null },
    otlp_endpoint: null,
    health_port: null,
    slow_statement_ms: 500,
  })
})

test('treats an unknown environment as staging, with a warning', () => {
  const warnings: string[] = []
  const env = { ...prod, OPENSPOT_ENV: 'production', STRIPE_SECRET_KEY: 'sk_test_x' }
  expect(readSettings(env, (line) => warnings.push(line)).environment).toBe('staging')
  expect(warnings).toEqual([
    'OPENSPOT_ENV=production is not known (prod, staging, local). Using staging instead.',
  ])
})

test.each([
  [{ PORT: '70000' }, 'PORT'],
  [{ PORT: '-1' }, 'PORT'],
  [{ OPENSPOT_ROLES: 'api,wep' }, 'OPENSPOT_ROLES'],
  [{ OPENSPOT_ROLES: 'web' }, 'OPENSPOT_API_URL'],
  [{ OPENSPOT_DEMO: 'yes' }, 'OPENSPOT_DEMO'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ OPENSPOT_PROCESSES: '0' }, 'OPENSPOT_PROCESSES'],
  [{ OPENSPOT_PROCESSES: '2', OPENSPOT_ROLES: 'worker' }, 'OPENSPOT_PROCESSES'],
  [{ OPENSPOT_PROCESSES: '2', OPENSPOT_MQTT_PASSWORD: 'long enough to use' }, 'OPENSPOT_PROCESSES'],
  [{ DATABASE_DIRECT_URL: 'postgres://x' }, 'DATABASE_DIRECT_URL'],
  [{ OPENSPOT_API_URL: 'http://one, ,http://two' }, 'OPENSPOT_API_URL'],
  [{ OPENSPOT_PUBLIC_URL: 'openspot.example' }, 'OPENSPOT_PUBLIC_URL'],
  [{ OPENSPOT_METRICS_PORT: 'nine' }, 'OPENSPOT_METRICS_PORT'],
  [{ OPENSPOT_METRICS_TOKEN: 'short' }, 'OPENSPOT_METRICS_TOKEN'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ STRIPE_SECRET_KEY: 'sk_live_x' }, 'STRIPE_SECRET_KEY'],
  [{ ...prod, STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_SECRET_KEY'],
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }, 'STRIPE_PUBLISHABLE_KEY'],
  [{ ...prod, STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }, 'STRIPE_PUBLISHABLE_KEY'],
  [{ ...prod, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
  [{ ...prod, STRIPE_CONNECT_WEBHOOK_SECRET: '' }, 'STRIPE_CONNECT_WEBHOOK_SECRET'],
  [{ ...prod, SMTP_URL: undefined }, 'SMTP_URL'],
  [{ ...prod, OPENSPOT_SECRET: ' ' }, 'OPENSPOT_SECRET'],
])('rejects %o with the name of the variable', (env, name) => {
  expect(() => readSettings(env)).toThrow(PlainError)
  expect(() => readSettings(env)).toThrow(name)
})

test('accepts a complete production environment, which listens on all interfaces and has no demo', () => {
  expect(readSettings(prod)).toMatchObject({ environment: 'prod', host: '0.0.0.0', demo: false })
})

describe('defaults fail closed', () => {
  test.each([
    [{ OPENSPOT_PUBLIC_URL: undefined }, 'OPENSPOT_PUBLIC_URL', 'https://'],
    [{ OPENSPOT_PUBLIC_URL: 'http://openspot.example' }, 'OPENSPOT_PUBLIC_URL', 'https://'],
    [{ FIREBASE_PROJECT_ID: 'p', FIREBASE_ISSUER: 'http://issuer.example' }, 'FIREBASE_ISSUER', 'https://'],
    [{ FIREBASE_PROJECT_ID: 'p', FIREBASE_JWKS_URL: 'http://keys.example' }, 'FIREBASE_JWKS_URL', 'https://'],
    [
      { TURNSTILE_SITE_KEY: 's', TURNSTILE_SECRET_KEY: 'k', TURNSTILE_VERIFY_URL: 'http://check.example' },
      'TURNSTILE_VERIFY_URL',
      'https://',
    ],
    [{ OPENSPOT_MAP_STYLE_URL: 'http://maps.example' }, 'OPENSPOT_MAP_STYLE_URL', 'https://'],
    [{ POSTHOG_KEY: 'phc_x', POSTHOG_HOST: 'http://events.example' }, 'POSTHOG_HOST', 'https://'],
    [{ SENTRY_DSN: 'http://key@sentry.example/7' }, 'SENTRY_DSN', 'https://'],
    [{ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }, 'FIREBASE_AUTH_EMULATOR_HOST', 'Remove it'],
    [{ OPENSPOT_DEMO: '1' }, 'OPENSPOT_DEMO', 'Remove it'],
    [{ OPENSPOT_PASSWORD_COST: '14' }, 'OPENSPOT_PASSWORD_COST', 'from 15 to 20'],
    [{ OPENSPOT_SECRET: 'x' }, 'OPENSPOT_SECRET', 'openssl rand'],
    [{ OPENSPOT_SECRET: 'q8yRhT2vXc0LmZ4nWb7sKd1fGj5pAe9' }, 'OPENSPOT_SECRET', 'openssl rand'],
    [{ OPENSPOT_SECRET: 'a'.repeat(64) }, 'OPENSPOT_SECRET', 'openssl rand'],
    [{ OPENSPOT_SECRET: 'abcdefghijkl'.repeat(5) }, 'OPENSPOT_SECRET', 'openssl rand'],
    [{ OPENSPOT_SECRET: '0123456789abcdef0123456789abcdef' }, 'OPENSPOT_SECRET', 'openssl rand'],
  ])('prod and staging reject %o, naming the variable and the remedy', (env, name, remedy) => {
    for (const environment of [{}, { OPENSPOT_ENV: 'staging', STRIPE_SECRET_KEY: 'sk_test_x' }]) {
      const read = () => readSettings({ ...prod, ...environment, ...env })
      expect(read).toThrow(PlainError)
      expect(read).toThrow(name)
      expect(read).toThrow(remedy)
    }
  })

  test('rejects an OPENSPOT_ENV that is not set beside a DATABASE_URL', () => {
    const env = { DATABASE_URL: 'postgres://db.example/openspot' }
    expect(() => readSettings(env)).toThrow('OPENSPOT_ENV is not set')
    expect(readSettings({ ...env, OPENSPOT_ENV: 'local' }).environment).toBe('local')
  })

  test.each([undefined, 'development', 'test', 'production', 'moon'])(
    'NODE_ENV=%s does not change the settings',
    (NODE_ENV) => {
      expect(readSettings({ NODE_ENV })).toEqual(readSettings({}))
    },
  )

  test('the local environment listens on loopback only, and warns if HOST opens it to the network', () => {
    const warnings: string[] = []
    const warn = (line: string) => warnings.push(line)
    expect(readSettings({}, warn).host).toBe('127.0.0.1')
    expect(warnings).toEqual([])
    expect(readSettings({ HOST: '0.0.0.0' }, warn).host).toBe('0.0.0.0')
    expect(warnings).toEqual([expect.stringContaining('HOST=0.0.0.0 opens the local environment')])
  })
})

test('accepts private networks of property-management systems as CIDR ranges, and rejects anything else', () => {
  expect(readSettings({}).vendors.networks).toEqual([])
  const networks = readSettings({ OPENSPOT_VENDOR_NETWORKS: '10.20.0.0/16, fd00:20::/64' }).vendors.networks
  expect(networks).toEqual(['10.20.0.0/16', 'fd00:20::/64'])
  expect(() => readSettings({ OPENSPOT_VENDOR_NETWORKS: 'yardi.example' })).toThrow(
    /OPENSPOT_VENDOR_NETWORKS/,
  )
})
