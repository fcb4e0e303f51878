import { LOCAL_ORGANIZATION } from './error-monitoring/limits.ts'
import { PlainError } from './plain-error.ts'

/** Where a project of Sentry takes envelopes. All of it is public: pages send it too. */
export interface Dsn {
  text: string
  /** With the port if it isn't the default one. */
  host: string
  key: string
  /** The IDs in the query of the tunnel. Servers of one's own have no organization in their host; then it is 1. */
  organization: string
  project: string
  envelope_url: string
}

/** Whether a text is this DSN. */
export function isSameDsn(text: string, { text: own }: Dsn): boolean {
  try {
    return readDsn('DSN', text).text === own
  } catch {
    return false
  }
}

/**
 * Reads a DSN: `https://KEY@HOST/PROJECT`, where the host may be followed by a path.
 * @throws PlainError that names the setting
 */
export function readDsn(name: string, text: string): Dsn {
  const remedy = 'Copy it again from the client keys of the project in Sentry.'
  const url = URL.canParse(text) ? new URL(text) : null
  if (url !== null && url.password !== '')
    throw new PlainError(
      `${name} has a secret after its key, which pages would show to everyone. Remove the colon and the secret.`,
    )
  const [, path = '', project = ''] = /^((?:\/[\w.-]+)*)\/(\d{1,20})$/.exec(url?.pathname ?? '') ?? []
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  const isBare = url?.search === '' && url.hash === ''
  if (url === null || !isWeb || !isBare || project === '' || !/^[A-Za-z0-9]{1,64}$/.test(url.username))
    throw new PlainError(`${name} must look like https://KEY@o1.ingest.sentry.io/2. ${remedy}`)
  const { protocol, host, username: key } = url
  return {
    text: `${protocol}//${key}@${host}${path}/${project}`,
    host,
    key,
    organization: /^o(\d{1,20})\./.exec(host)?.[1] ?? LOCAL_ORGANIZATION,
    project,
    envelope_url: `${protocol}//${host}${path}/api/${project}/envelope/`,
  }
}
