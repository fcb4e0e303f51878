import { PlainError } from './plain-error.ts'
import { readSecurityContact } from './security-contact.ts'
import { refuseUnsafe } from './settings-checks.ts'

/** What the process is set to do: read from the environment in one place, checked once, passed on as a value. */
export interface Settings {
  environment: 'prod' | 'staging' | 'local'
  port: number
  host: string
  /** Folder of everything that is kept: the embedded database, uploads, the built web. */
  data_folder: string
  /** A PostgreSQL 18 server to use instead of the embedded one. */
  database_url: string | null
  /** The same database as the role that owns the tables; null: `database_url` migrates too. */
  database_migrate_url: string | null
  roles: { api: boolean; web: boolean; worker: boolean }
  /** Where people reach the product: in links and for the check that a request comes from our own pages. */
  public_url: string
  /** Where the web's server finds the API. */
  api_url: string
  /** Whether a first start in the local environment fills the empty database with the demo town. */
  demo: boolean
  stripe: {
    secret_key: string | null
    webhook_secret: string | null
    /** Signs the events of the accounts that are paid out to. */
    connect_webhook_secret: string | null
    sandbox_port: number
  }
  smtp_url: string | null
  email_from: string
  /** Who is told of trouble that needs a person: an email address, and a URL that takes JSON. */
  alerts: { email: string | null; webhook: string | null }
  /** Signs quotes and challenges; made by the server for itself where it is not given. */
  secret: string | null
  firebase: {
    project_id: string | null
    issuer: string | null
    jwks_url: string | null
    /** With the project's web key the vendor itself is asked whether a token was revoked or its user switched off. */
    api_key: string | null
    /** `host:port` of the Firebase Auth emulator, whose tokens nobody signed: in the local environment alone. */
    emulator_host: string | null
  }
  /** A vendor's bot check in place of ours; null: ours. */
  bot_check: {
    kind: 'TURNSTILE' | 'RECAPTCHA'
    site_key: string
    secret_key: string
    verify_url: string
  } | null
  /** How hard one step of our own bot check's puzzle is: rounds of PBKDF2. */
  puzzle_cost: number
  map_style_url: string | null
  /** Where a vulnerability is reported, as a URI: in `/.well-known/security.txt`. Null: that file is not served. */
  security_contact: string | null
  /** How many proxies in front of us to believe in what they say of the caller's address. */
  trusted_proxies: number
  log_level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** Statements that take longer are logged, in milliseconds. */
  slow_statement_ms: number
  metrics: {
    /** A port of its own for Prometheus. Null: none. */
    port: number | null
    host: string
    /** Opens `/metrics` on the main port to whoever sends it as a bearer token. Null: that path answers 404. */
    token: string | null
  }
  /** Where traces are sent (OTLP over HTTP). Null: no traces, and nothing of OpenTelemetry is loaded. */
  otlp_endpoint: string | null
  /** A port whose answers do not depend on the main event loop. Null: none. */
  health_port: number | null
}

type Env = Record<string, string | undefined>

/**
 * Reads and checks the settings. Throws a PlainError that names the variable and what it may be.
 * `warn` gets what is odd but can be lived with: an unknown environment falls back to staging, as specified.
 */
export function readSettings(env: Env, warn: (line: string) => void = () => {}): Settings {
  const environment = environmentOf(env, warn)
  const port = wholeNumber(env, 'PORT', 8080, 0, 65535)
  const roles = rolesOf(env)
  const settings: Settings = {
    environment,
    port,
    // What stands in for vendors here would serve the whole network: `local` answers this machine unless told otherwise.
    host: text(env, 'HOST') ?? (environment === 'local' ? '127.0.0.1' : '0.0.0.0'),
    data_folder: text(env, 'OPENSPOT_DATA') ?? '.openspot',
    database_url: address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    database_migrate_url: address(env, 'DATABASE_MIGRATE_URL', ['postgres:', 'postgresql:']),
    roles,
    public_url: (
      address(env, 'OPENSPOT_PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`
    ).replace(/\/$/, ''),
    api_url: (address(env, 'OPENSPOT_API_URL', ['http:', 'https:']) ?? `http://127.0.0.1:${port}`).replace(
      /\/$/,
      '',
    ),
    demo: oneOf(env, 'OPENSPOT_DEMO', ['0', '1'], environment === 'local' ? '1' : '0') === '1',
    stripe: {
      secret_key: text(env, 'STRIPE_SECRET_KEY'),
      webhook_secret: text(env, 'STRIPE_WEBHOOK_SECRET'),
      connect_webhook_secret: text(env, 'STRIPE_CONNECT_WEBHOOK_SECRET'),
      sandbox_port: wholeNumber(env, 'STRIPE_SANDBOX_PORT', 0, 0, 65535),
    },
    smtp_url: address(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    email_from: text(env, 'EMAIL_FROM') ?? 'Openspot <no-reply@openspot.example>',
    alerts: {
      email: emailAddress(env, 'OPENSPOT_ALERT_EMAIL'),
      webhook: address(env, 'OPENSPOT_ALERT_WEBHOOK', ['http:', 'https:']),
    },
    secret: text(env, 'OPENSPOT_SECRET'),
    firebase: {
      project_id: text(env, 'FIREBASE_PROJECT_ID'),
      issuer: address(env, 'FIREBASE_ISSUER', ['http:', 'https:']),
      jwks_url: address(env, 'FIREBASE_JWKS_URL', ['http:', 'https:']),
      api_key: text(env, 'FIREBASE_API_KEY'),
      emulator_host: text(env, 'FIREBASE_AUTH_EMULATOR_HOST'),
    },
    bot_check: botCheckOf(env),
    puzzle_cost: wholeNumber(env, 'OPENSPOT_PUZZLE_COST', 5000, 10, 1_000_000),
    map_style_url: address(env, 'NEXT_PUBLIC_MAP_STYLE_URL', ['http:', 'https:']),
    security_contact: readSecurityContact(env['OPENSPOT_SECURITY_CONTACT']),
    trusted_proxies: wholeNumber(env, 'OPENSPOT_TRUSTED_PROXIES', 0, 0, 10),
    log_level: oneOf(
      env,
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      // On a machine of one's own the terminal stays readable; elsewhere each request leaves a line.
      environment === 'local' ? 'warn' : 'info',
    ),
    slow_statement_ms: wholeNumber(env, 'OPENSPOT_SLOW_STATEMENT_MS', 500, 0, 60_000),
    metrics: {
      port: portOrNull(env, 'OPENSPOT_METRICS_PORT'),
      host: text(env, 'OPENSPOT_METRICS_HOST') ?? '127.0.0.1',
      token: metricsTokenOf(env),
    },
    otlp_endpoint: address(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    health_port: portOrNull(env, 'OPENSPOT_HEALTH_PORT'),
  }
  if (roles.web && !roles.api && text(env, 'OPENSPOT_API_URL') === null) {
    throw new PlainError(
      'OPENSPOT_ROLES serves the web without the API: OPENSPOT_API_URL must say where that is.',
    )
  }
  refuseUnsafe(settings, text(env, 'OPENSPOT_PUBLIC_URL') !== null)
  if (environment === 'local' && !isLoopback(settings.host)) {
    warn(
      `HOST=${settings.host} opens the local environment to the network: anyone there can read its mailbox and use the passwords of its demo.`,
    )
  }
  return settings
}

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean => /^(localhost|::1|127\.[\d.]+)$/.test(host)

function environmentOf(env: Env, warn: (line: string) => void): Settings['environment'] {
  const given = text(env, 'OPENSPOT_ENV')
  if (given === null) {
    // `local` has a mailbox that anyone reads and passwords that anyone knows: it is not what a forgotten variable gives.
    const sign = env['NODE_ENV'] === 'production' ? 'NODE_ENV=production' : 'DATABASE_URL'
    if (env['NODE_ENV'] === 'production' || text(env, 'DATABASE_URL') !== null) {
      throw new PlainError(
        `OPENSPOT_ENV is not set, but ${sign} is. Set OPENSPOT_ENV to prod or staging, or to local for a machine of your own.`,
      )
    }
    return 'local'
  }
  if (given === 'prod' || given === 'staging' || given === 'local') return given
  warn(`OPENSPOT_ENV=${given} is not known (prod, staging, local): going on as staging.`)
  return 'staging'
}

function rolesOf(env: Env): Settings['roles'] {
  const given = (text(env, 'OPENSPOT_ROLES') ?? 'api,web,worker').split(',').map((word) => word.trim())
  const odd = given.find((word) => !['api', 'web', 'worker'].includes(word))
  if (odd !== undefined)
    throw new PlainError(`OPENSPOT_ROLES names "${odd}"; it may name api, web and worker.`)
  return { api: given.includes('api'), web: given.includes('web'), worker: given.includes('worker') }
}

/** The bot check of a vendor, where the keys of one are given. */
function botCheckOf(env: Env): Settings['bot_check'] {
  const vendors = [
    ['TURNSTILE', 'https://challenges.cloudflare.com/turnstile/v0/siteverify'],
    ['RECAPTCHA', 'https://www.google.com/recaptcha/api/siteverify'],
  ] as const
  const given = vendors.flatMap(([kind, url]) => {
    const site_key = text(env, `${kind}_SITE_KEY`)
    const secret_key = text(env, `${kind}_SECRET_KEY`)
    if (!site_key && !secret_key) return []
    if (!site_key || !secret_key)
      throw new PlainError(`${kind}_SITE_KEY and ${kind}_SECRET_KEY are given together or not at all.`)
    const verify_url = address(env, `${kind}_VERIFY_URL`, ['http:', 'https:']) ?? url
    return [{ kind, site_key, secret_key, verify_url }]
  })
  if (given.length > 1) throw new PlainError('Keys of Turnstile and of reCAPTCHA are given: choose one.')
  return given[0] ?? null
}

function text(env: Env, name: string): string | null {
  const value = env[name]?.trim()
  return value ? value : null
}

function emailAddress(env: Env, name: string): string | null {
  const value = text(env, name)
  if (value === null || /^[^\s@<>",;]+@[^\s@<>",;]+$/.test(value)) return value
  throw new PlainError(`${name} is "${value}"; it must be one email address.`)
}

function wholeNumber(env: Env, name: string, otherwise: number, least: number, most: number): number {
  const value = text(env, name)
  if (value === null) return otherwise
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= least && number <= most)) {
    throw new PlainError(`${name} is "${value}"; it must be a whole number from ${least} to ${most}.`)
  }
  return number
}

const portOrNull = (env: Env, name: string): number | null =>
  text(env, name) === null ? null : wholeNumber(env, name, 0, 0, 65535)

function metricsTokenOf(env: Env): string | null {
  const token = text(env, 'OPENSPOT_METRICS_TOKEN')
  if (token !== null && token.length < 16)
    throw new PlainError('OPENSPOT_METRICS_TOKEN must be at least 16 characters long.')
  return token
}

function oneOf<const T extends string>(env: Env, name: string, words: readonly T[], otherwise: T): T {
  const value = text(env, name)
  if (value === null) return otherwise
  const found = words.find((word) => word === value)
  if (found === undefined) throw new PlainError(`${name} is "${value}"; it may be ${words.join(', ')}.`)
  return found
}

function address(env: Env, name: string, protocols: string[]): string | null {
  const value = text(env, name)
  if (value === null) return null
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  throw new PlainError(
    `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
  )
}
