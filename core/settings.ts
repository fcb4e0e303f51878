import type { Flag } from './flags/catalog.ts'
import { PlainError } from './plain-error.ts'
import { readSecurityContact } from './security-contact.ts'
import { type Dsn, readDsn } from './sentry-dsn.ts'
import { refuseUnsafe } from './settings-checks.ts'
import { readFlags } from './settings-flags.ts'
import { type MessagingSettings, messagingSettings } from './settings-messaging.ts'
import { apiUrlsOf, type OneOfSeveral, oneOfSeveral, processesOf } from './settings-processes.ts'
import {
  address,
  type Env,
  emailAddress,
  emailAddresses,
  networksOf,
  oneOf,
  portOrNull,
  text,
  wholeNumber,
} from './settings-values.ts'
import { type WalletSettings, walletSettings } from './settings-wallets.ts'

/** The configuration of the process, read from the environment and checked once. */
export interface Settings {
  environment: 'prod' | 'staging' | 'local'
  port: number
  host: string
  /** Folder of all persistent data: the embedded database, uploads, the built web app. */
  data_folder: string
  /** A PostgreSQL 18 server to use instead of the embedded one. */
  database_url: string | null
  /** The same database and role without a pooler between, for what needs a session of its own; null means `database_url`. */
  database_direct_url: string | null
  /** The same database as the role that owns the tables, for migrations; null means that `database_direct_url` migrates. */
  database_migrate_url: string | null
  roles: { api: boolean; web: boolean; worker: boolean }
  /** How many processes of this machine share the port. */
  processes: number
  /** Which of them this process is; null in the one that starts them, and if there is only one. */
  process: OneOfSeveral | null
  /** The public base URL, used in links and to check that a request comes from our own pages. */
  public_url: string
  /** The URL at which the web server reaches the API, and all of them if there are several. */
  api_url: string
  api_urls: readonly string[]
  /** How long the web waits until a server of the API begins to answer a call. */
  api_answer_seconds: number
  /** Whether the first start in the local environment fills the empty database with demo data. */
  demo: boolean
  stripe: {
    secret_key: string | null
    webhook_secret: string | null
    /** Verifies signatures of events from connected accounts. */
    connect_webhook_secret: string | null
    /** For the card form on our pages. Null: cards are entered on Stripe's page. */
    publishable_key: string | null
    script_url: string
    stand_in_port: number
  }
  gates: {
    /** The networks in which gates may be, as CIDR ranges: staff enter the addresses of devices, so only these are called. */
    networks: string[]
    /** The broker of gates over MQTT: one by URL, or the one that runs in this process for devices with this password. */
    mqtt: { url: string } | { host: string; port: number; password: string } | null
  }
  vendors: {
    /** Networks, as CIDR ranges, in which property-management systems may be besides the public internet. */
    networks: string[]
    /** Port of the stand-in for property-management systems in the local environment; 0 means any free one. */
    stand_in_port: number
  }
  messaging: MessagingSettings
  wallets: WalletSettings
  smtp_url: string | null
  email_from: string
  /** Where alerts that need a person are sent: an email address, and a URL that accepts JSON. */
  alerts: { email: string | null; webhook: string | null }
  /** Signs quotes and challenges; if null, the server generates one. */
  /** Verified accounts with these addresses are platform admins. */
  admin_emails: readonly string[]
  /** What OPENSPOT_FLAGS says about parts of the product, such as `waitlist=off`; the others have their defaults. */
  flags: Readonly<Partial<Record<Flag, boolean>>>
  /** Whether new lots are trusted without a review. */
  trust_new_lots: boolean
  secret: string | null
  /** Earlier values of `secret`: what they encrypted can still be read, and is encrypted again with the current one. */
  previous_secrets: string[]
  firebase: {
    project_id: string | null
    issuer: string | null
    jwks_url: string | null
    /** With the project's web API key, Firebase is asked whether a token was revoked or its user disabled. */
    api_key: string | null
    /** `host:port` of the Firebase Auth emulator, whose tokens are unsigned; only in the local environment. */
    emulator_host: string | null
  }
  /** A vendor's bot check; null means the built-in one. */
  bot_check: {
    kind: 'TURNSTILE' | 'RECAPTCHA'
    site_key: string
    secret_key: string
    verify_url: string
    /** Where pages load the widget from. */
    script_url: string
  } | null
  /** The vendor of product analytics, which gets a copy of the events that are counted; null means none. */
  posthog: { key: string; host: string } | null
  /** The vendor of error monitoring, which gets all envelopes; null means that errors are kept in the database. */
  sentry: Dsn | null
  /** How many codes are texted in a day for signing in and verifying numbers. */
  phone_codes_per_day: number
  /** The work of hashing a password, as the power of two that is scrypt's N. */
  password_cost: number
  /** PBKDF2 rounds per step of the built-in bot check's puzzle. */
  puzzle_cost: number
  /** A vendor of vector tiles instead of the bundled map. */
  map: {
    /** The style, with its key. */
    style_url: string
    /** The origins that pages load it from. */
    origins: string[]
  } | null
  /** A geocoder for addresses and landmarks, besides the cities and postal codes that come with the product. */
  geocoder: { kind: 'PHOTON' | 'NOMINATIM'; url: string } | null
  /** URI for reporting vulnerabilities, served in `/.well-known/security.txt`; null disables that file. */
  security_contact: string | null
  /** Where people write for help; null hides the address. */
  support_email: string | null
  /** Number of reverse proxies whose forwarded client address is trusted. */
  trusted_proxies: number
  log_level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** Whether searches are answered from memory. */
  search_index: boolean
  /** How long a public page is sent again to visitors without a session; 0 renders it each time. */
  shared_page_seconds: number
  /** Statements that take longer than this many milliseconds are logged. */
  slow_statement_ms: number
  metrics: {
    /** Separate port for Prometheus; null disables it. */
    port: number | null
    host: string
    /** Bearer token that allows `/metrics` on the main port; if null, that path answers 404. */
    token: string | null
  }
  /** Where traces are sent (OTLP over HTTP); null disables tracing, and OpenTelemetry is not loaded. */
  otlp_endpoint: string | null
  /** Port whose answers do not depend on the main event loop; null disables it. */
  health_port: number | null
}

/**
 * Reads and checks the settings. `warn` receives tolerable problems: an unknown environment falls back to staging.
 * @throws PlainError that names the variable and its allowed values
 */
export function readSettings(env: Env, warn: (line: string) => void = () => {}): Settings {
  const environment = environmentOf(env, warn)
  const port = wholeNumber(env, 'PORT', 8080, 0, 65535)
  const roles = rolesOf(env)
  const api_urls = apiUrlsOf(env, port)
  const settings: Settings = {
    environment,
    port,
    // `local` substitutes vendors with insecure stand-ins, so it listens only on loopback by default.
    host: text(env, 'HOST') ?? (environment === 'local' ? '127.0.0.1' : '0.0.0.0'),
    data_folder: text(env, 'OPENSPOT_DATA') ?? '.openspot',
    database_url: address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    database_direct_url: address(env, 'DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']),
    database_migrate_url: address(env, 'DATABASE_MIGRATE_URL', ['postgres:', 'postgresql:']),
    roles,
    processes: processesOf(env, roles),
    process: oneOfSeveral(env),
    public_url: (
      address(env, 'OPENSPOT_PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`
    ).replace(/\/$/, ''),
    api_url: api_urls[0] ?? '',
    api_urls,
    api_answer_seconds: wholeNumber(env, 'OPENSPOT_API_ANSWER_SECONDS', 90, 5, 600),
    demo: oneOf(env, 'OPENSPOT_DEMO', ['0', '1'], environment === 'local' ? '1' : '0') === '1',
    stripe: {
      secret_key: text(env, 'STRIPE_SECRET_KEY'),
      webhook_secret: text(env, 'STRIPE_WEBHOOK_SECRET'),
      connect_webhook_secret: text(env, 'STRIPE_CONNECT_WEBHOOK_SECRET'),
      publishable_key: text(env, 'STRIPE_PUBLISHABLE_KEY'),
      script_url:
        address(env, 'STRIPE_SCRIPT_URL', ['http:', 'https:']) ?? 'https://js.stripe.com/endive/stripe.js',
      stand_in_port: wholeNumber(env, 'STRIPE_STAND_IN_PORT', 0, 0, 65535),
    },
    gates: gateSettings(env),
    vendors: {
      networks: networksOf(env, 'OPENSPOT_VENDOR_NETWORKS'),
      stand_in_port: wholeNumber(env, 'VENDOR_STAND_IN_PORT', 0, 0, 65535),
    },
    messaging: messagingSettings(env),
    wallets: walletSettings(env),
    smtp_url: address(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    email_from: text(env, 'EMAIL_FROM') ?? 'Openspot <no-reply@openspot.example>',
    alerts: {
      email: emailAddress(env, 'OPENSPOT_ALERT_EMAIL'),
      webhook: address(env, 'OPENSPOT_ALERT_WEBHOOK', ['http:', 'https:']),
    },
    admin_emails: emailAddresses(env, 'OPENSPOT_ADMIN_EMAILS'),
    flags: readFlags(env, 'OPENSPOT_FLAGS'),
    trust_new_lots: oneOf(env, 'OPENSPOT_TRUST_NEW_LOTS', ['0', '1'], '0') === '1',
    secret: text(env, 'OPENSPOT_SECRET'),
    previous_secrets: (text(env, 'OPENSPOT_PREVIOUS_SECRETS') ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    firebase: {
      project_id: text(env, 'FIREBASE_PROJECT_ID'),
      issuer: address(env, 'FIREBASE_ISSUER', ['http:', 'https:']),
      jwks_url: address(env, 'FIREBASE_JWKS_URL', ['http:', 'https:']),
      api_key: text(env, 'FIREBASE_API_KEY'),
      emulator_host: text(env, 'FIREBASE_AUTH_EMULATOR_HOST'),
    },
    bot_check: botCheckOf(env),
    posthog: posthogOf(env),
    sentry: sentryOf(env),
    phone_codes_per_day: wholeNumber(env, 'OPENSPOT_PHONE_CODES_PER_DAY', 2000, 0, 10_000_000),
    // A cheap hash is for tests, in which hashing would take most of the time of a sign-in.
    password_cost: wholeNumber(env, 'OPENSPOT_PASSWORD_COST', 15, environment === 'local' ? 4 : 15, 20),
    puzzle_cost: wholeNumber(env, 'OPENSPOT_PUZZLE_COST', 5000, 10, 1_000_000),
    map: mapOf(env),
    geocoder: geocoderOf(env),
    security_contact: readSecurityContact(env['OPENSPOT_SECURITY_CONTACT']),
    support_email: supportEmailOf(env),
    trusted_proxies: wholeNumber(env, 'OPENSPOT_TRUSTED_PROXIES', 0, 0, 10),
    log_level: oneOf(
      env,
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      // Locally the terminal stays readable; elsewhere each request is logged.
      environment === 'local' ? 'warn' : 'info',
    ),
    search_index: oneOf(env, 'OPENSPOT_SEARCH_INDEX', ['0', '1'], '1') === '1',
    shared_page_seconds: wholeNumber(env, 'OPENSPOT_SHARED_PAGE_SECONDS', 2, 0, 60),
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
    throw new PlainError('OPENSPOT_ROLES has web without api. Set OPENSPOT_API_URL to the URL of the API.')
  }
  if (settings.database_url === null && settings.database_direct_url !== null) {
    throw new PlainError('DATABASE_DIRECT_URL is set without DATABASE_URL. Set both, or remove it.')
  }
  refuseUnsafe(settings, text(env, 'OPENSPOT_PUBLIC_URL') !== null)
  if (environment === 'local' && !isLoopback(settings.host)) {
    warn(
      `HOST=${settings.host} opens the local environment to the network. Anyone there can read its mailbox and use the demo passwords.`,
    )
  }
  return settings
}

/** Whether the host is reachable only from this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|::1|127\.[\d.]+)$/.test(host)

function environmentOf(env: Env, warn: (line: string) => void): Settings['environment'] {
  const given = text(env, 'OPENSPOT_ENV')
  if (given === null) {
    // `local` has a mailbox open to everyone and well-known passwords, so a forgotten variable must not select it.
    if (text(env, 'DATABASE_URL') !== null) {
      throw new PlainError(
        `OPENSPOT_ENV is not set, but DATABASE_URL is. Set OPENSPOT_ENV to prod or staging, or to local on your own machine.`,
      )
    }
    return 'local'
  }
  if (given === 'prod' || given === 'staging' || given === 'local') return given
  warn(`OPENSPOT_ENV=${given} is not known (prod, staging, local). Using staging instead.`)
  return 'staging'
}

function rolesOf(env: Env): Settings['roles'] {
  const given = (text(env, 'OPENSPOT_ROLES') ?? 'api,web,worker').split(',').map((word) => word.trim())
  const odd = given.find((word) => !['api', 'web', 'worker'].includes(word))
  if (odd !== undefined)
    throw new PlainError(
      `OPENSPOT_ROLES contains "${odd}", which is not a role. The roles are api, web, and worker.`,
    )
  return { api: given.includes('api'), web: given.includes('web'), worker: given.includes('worker') }
}

/** Returns the vendor's bot check if its keys are set. */
function botCheckOf(env: Env): Settings['bot_check'] {
  const vendors = [
    ['TURNSTILE', 'https://challenges.cloudflare.com/turnstile/v0/', 'siteverify'],
    ['RECAPTCHA', 'https://www.google.com/recaptcha/', 'api/siteverify'],
  ] as const
  const given = vendors.flatMap(([kind, url, verify]) => {
    const site_key = text(env, `${kind}_SITE_KEY`)
    const secret_key = text(env, `${kind}_SECRET_KEY`)
    if (!site_key && !secret_key) return []
    if (!site_key || !secret_key)
      throw new PlainError(
        `${kind}_SITE_KEY and ${kind}_SECRET_KEY must be set together. Set the missing one, or remove the other.`,
      )
    const verify_url = address(env, `${kind}_VERIFY_URL`, ['http:', 'https:']) ?? url + verify
    const script_url = address(env, `${kind}_SCRIPT_URL`, ['http:', 'https:']) ?? `${url}api.js`
    return [{ kind, site_key, secret_key, verify_url, script_url }]
  })
  if (given.length > 1)
    throw new PlainError('Keys for both Turnstile and reCAPTCHA are set. Remove one pair.')
  return given[0] ?? null
}

/** The style of a map vendor. `{key}` in its URL stands for the key, which pages send and everyone can read. */
function mapOf(env: Env): Settings['map'] {
  const given = address(env, 'OPENSPOT_MAP_STYLE_URL', ['http:', 'https:'])
  const key = text(env, 'OPENSPOT_MAP_KEY')
  const hosts = (text(env, 'OPENSPOT_MAP_HOSTS') ?? '').split(',').flatMap((host) => host.trim() || [])
  if (given === null) {
    if (key === null && hosts.length === 0) return null
    throw new PlainError('OPENSPOT_MAP_KEY or OPENSPOT_MAP_HOSTS is set without OPENSPOT_MAP_STYLE_URL.')
  }
  if (given.includes('{key}') !== (key !== null))
    throw new PlainError(
      'OPENSPOT_MAP_STYLE_URL has {key} in it if, and only if, OPENSPOT_MAP_KEY is set. Set or remove one of them.',
    )
  const odd = hosts.find((host) => !/^(\*\.)?[a-zA-Z0-9.-]+(:\d{1,5})?$/.test(host))
  if (odd !== undefined)
    throw new PlainError(
      `OPENSPOT_MAP_HOSTS has "${odd}"; it must be hosts such as tiles.example.com, separated by commas.`,
    )
  const style_url = given.replaceAll('{key}', encodeURIComponent(key ?? ''))
  const { origin, protocol } = new URL(style_url)
  return { style_url, origins: [origin, ...hosts.map((host) => `${protocol}//${host}`)] }
}

function supportEmailOf(env: Env): string | null {
  const given = text(env, 'OPENSPOT_SUPPORT_EMAIL')
  if (given === null || /^[^\s@:/]+@[^\s@:/]+$/.test(given)) return given
  throw new PlainError('OPENSPOT_SUPPORT_EMAIL must be an email address.')
}

function geocoderOf(env: Env): Settings['geocoder'] {
  const given = (['PHOTON', 'NOMINATIM'] as const).flatMap((kind) => {
    const url = address(env, `OPENSPOT_${kind}_URL`, ['http:', 'https:'])
    return url === null ? [] : [{ kind, url: url.replace(/\/$/, '') }]
  })
  if (given.length > 1)
    throw new PlainError('OPENSPOT_PHOTON_URL and OPENSPOT_NOMINATIM_URL are both set. Remove one.')
  return given[0] ?? null
}

function posthogOf(env: Env): Settings['posthog'] {
  const key = text(env, 'POSTHOG_KEY')
  const host = address(env, 'POSTHOG_HOST', ['http:', 'https:'])
  if (key === null && host !== null)
    throw new PlainError(
      'POSTHOG_HOST is set without POSTHOG_KEY. Set the key of the project, or remove the host.',
    )
  if (key === null) return null
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(key))
    throw new PlainError('POSTHOG_KEY has characters that no project key has. Copy it again.')
  return { key, host: (host ?? 'https://us.i.posthog.com').replace(/\/$/, '') }
}

const sentryOf = (env: Env): Dsn | null => {
  const given = text(env, 'SENTRY_DSN')
  return given === null ? null : readDsn('SENTRY_DSN', given)
}

/** The built-in broker runs only with a password, because a device without one could open gates. */
function gateSettings(env: Env): Settings['gates'] {
  const networks = networksOf(env, 'OPENSPOT_GATE_NETWORKS')
  const url = address(env, 'OPENSPOT_MQTT_URL', ['mqtt:', 'mqtts:'])
  const password = text(env, 'OPENSPOT_MQTT_PASSWORD')
  if (url !== null) return { networks, mqtt: { url } }
  if (password === null) return { networks, mqtt: null }
  if (password.length < 12)
    throw new PlainError('OPENSPOT_MQTT_PASSWORD must be at least 12 characters long.')
  const host = text(env, 'OPENSPOT_MQTT_HOST') ?? '127.0.0.1'
  return { networks, mqtt: { host, port: wholeNumber(env, 'OPENSPOT_MQTT_PORT', 1883, 0, 65535), password } }
}

function metricsTokenOf(env: Env): string | null {
  const token = text(env, 'OPENSPOT_METRICS_TOKEN')
  if (token !== null && token.length < 16)
    throw new PlainError('OPENSPOT_METRICS_TOKEN must be at least 16 characters long.')
  return token
}
