import { PlainError } from './plain-error.ts'

/** What we need of the key of a Google service account, which Firebase offers as a JSON file. */
export interface ServiceAccount {
  project_id: string
  client_email: string
  /** PKCS #8 in PEM. */
  private_key: string
  private_key_id: string | null
  /** Where an access token is requested. */
  token_uri: string
}

const wrong =
  'FCM_SERVICE_ACCOUNT must be the JSON of a service account key: with project_id, client_email, private_key, and token_uri.'

/** Throws PlainError, without anything of the text, unless it is the JSON of a service account's key. */
export function readServiceAccount(json: string): ServiceAccount {
  const given = parse(json)
  const field = (name: string) => {
    const value = given[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const [project_id, client_email] = [field('project_id'), field('client_email')]
  const private_key = field('private_key')
  const token_uri = field('token_uri') ?? 'https://oauth2.googleapis.com/token'
  const isKey = private_key?.includes('-----BEGIN PRIVATE KEY-----') ?? false
  if (project_id === null || client_email === null || private_key === null || !isKey)
    throw new PlainError(wrong)
  if (!/^[a-z0-9-]{1,63}$/.test(project_id) || !URL.canParse(token_uri)) throw new PlainError(wrong)
  return { project_id, client_email, private_key, private_key_id: field('private_key_id'), token_uri }
}

function parse(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // The message of the parser would quote the key.
  }
  throw new PlainError(wrong)
}
