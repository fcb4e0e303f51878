import { PlainError } from './plain-error.ts'

/** What we need of the key of a Google service account, which Google Cloud and Firebase offer as a JSON file. */
export interface ServiceAccount {
  project_id: string
  client_email: string
  /** PKCS #8 in PEM. */
  private_key: string
  private_key_id: string | null
  /** Where an access token is requested. */
  token_uri: string
}

const wrong = (name: string) =>
  new PlainError(
    `${name} must be the JSON of a service account key: with project_id, client_email, private_key, and token_uri.`,
  )

/** Reads the variable `name`. Throws PlainError, without anything of the text, unless it is the JSON of a service account's key. */
export function readServiceAccount(name: string, json: string): ServiceAccount {
  const given = parse(name, json)
  const field = (key: string) => {
    const value = given[key]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const [project_id, client_email] = [field('project_id'), field('client_email')]
  const private_key = field('private_key')
  const token_uri = field('token_uri') ?? 'https://oauth2.googleapis.com/token'
  const isKey = private_key?.includes('-----BEGIN PRIVATE KEY-----') ?? false
  if (project_id === null || client_email === null || private_key === null || !isKey) throw wrong(name)
  if (!/^[a-z0-9-]{1,63}$/.test(project_id) || !URL.canParse(token_uri)) throw wrong(name)
  return { project_id, client_email, private_key, private_key_id: field('private_key_id'), token_uri }
}

function parse(name: string, json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // The message of the parser would quote the key.
  }
  throw wrong(name)
}
