import { LIST_MARKS } from '../text/list-marks.ts'
import type { IntegrationProvider } from './enums.ts'

/** How a value is entered: a line of text, an https address, a host name, several lines or values, or one of `choices`. */
export type CredentialKind = 'TEXT' | 'URL' | 'HOST' | 'LIST' | 'CHOICE'

export interface CredentialField {
  name: string
  kind: CredentialKind
  /** Secret values are stored encrypted and never returned. */
  is_secret: boolean
  is_required: boolean
  /** The longest value; for a list, with its separators. */
  max_length: number
  /** The values of a CHOICE. */
  choices?: readonly string[]
  /** What an absent value means. */
  default?: string
}

/** How a provider is read. All but REALPAGE have one source. */
export const credentialSources = ['API', 'SOAP', 'CSV'] as const
export type CredentialSource = (typeof credentialSources)[number]

export interface CredentialForm {
  provider: IntegrationProvider
  source: CredentialSource
  fields: readonly CredentialField[]
  /** What can be read in addition, at the cost of more calls. */
  extras: readonly ResidentExtra[]
}

/** VEHICLES are those that the vendor has on file. SPOTS are rented parking spots. */
export const residentExtras = ['VEHICLES', 'SPOTS'] as const
export type ResidentExtra = (typeof residentExtras)[number]

type Given = Partial<Omit<CredentialField, 'name'>>
const required = (name: string, given: Given = {}): CredentialField => ({
  name,
  kind: 'TEXT',
  is_secret: false,
  is_required: true,
  max_length: 200,
  ...given,
})
const optional = (name: string, given: Given = {}): CredentialField =>
  required(name, { is_required: false, ...given })
const secret: Given = { is_secret: true, max_length: 2000 }
const url: Given = { kind: 'URL', max_length: 500 }
const list: Given = { kind: 'LIST', max_length: 4000 }

/** The form of each provider and source, in the order in which its fields are shown. */
export const credentialForms: readonly CredentialForm[] = [
  {
    provider: 'ENTRATA',
    source: 'API',
    fields: [
      required('organization', { max_length: 63 }),
      optional('api_key', secret),
      // Older accounts have a user instead of a key.
      optional('username'),
      optional('password', secret),
      optional('property_ids', list),
      optional('service_url', { ...url, default: 'https://apis.entrata.com' }),
    ],
    extras: ['VEHICLES', 'SPOTS'],
  },
  {
    provider: 'REALPAGE_RPX',
    source: 'API',
    fields: [
      required('service_url', url),
      required('license_key', secret),
      optional('pmc_id', { max_length: 50 }),
      required('site_ids', list),
      optional('username'),
      optional('password', secret),
      optional('system', { max_length: 50, default: 'OneSite' }),
    ],
    extras: ['SPOTS'],
  },
  {
    provider: 'REALPAGE',
    source: 'SOAP',
    fields: [
      required('service_url', url),
      required('api_key', secret),
      optional('pmc_id', { max_length: 50 }),
      required('site_ids', list),
      optional('username'),
      optional('password', secret),
      // The public material names no method, so an admin can enter the one that RealPage granted.
      optional('method', { max_length: 100, default: 'GetResidentList' }),
    ],
    extras: [],
  },
  {
    provider: 'REALPAGE',
    source: 'CSV',
    fields: [
      required('file_url', url),
      optional('username'),
      optional('password', secret),
      optional('encoding', {
        kind: 'CHOICE',
        max_length: 20,
        choices: ['AUTO', 'UTF-8', 'WINDOWS-1252'],
        default: 'AUTO',
      }),
    ],
    extras: [],
  },
  {
    provider: 'YARDI',
    source: 'API',
    fields: [
      required('service_url', url),
      required('username'),
      required('password', secret),
      required('server_name'),
      required('database'),
      optional('platform', {
        kind: 'CHOICE',
        max_length: 20,
        choices: ['SQL Server', 'Oracle'],
        default: 'SQL Server',
      }),
      required('interface_entity'),
      required('interface_license', { is_secret: true, max_length: 8000 }),
      optional('property_codes', list),
    ],
    extras: ['VEHICLES'],
  },
]

/** Values by the names of their fields; all of them are texts, also lists. */
export type CredentialValues = Readonly<Record<string, string>>

export const formOf = (provider: IntegrationProvider, source: CredentialSource): CredentialForm | null =>
  credentialForms.find((form) => form.provider === provider && form.source === source) ?? null

export interface CredentialProblem {
  field: string
  problem: 'UNKNOWN' | 'REQUIRED' | 'TOO_LONG' | 'INVALID'
}

/** Returns what is wrong with entered values, by field. Whether the vendor accepts them is not checked. */
export function credentialProblems(form: CredentialForm, values: CredentialValues): CredentialProblem[] {
  const known = new Set(form.fields.map(({ name }) => name))
  const problems: CredentialProblem[] = Object.keys(values)
    .filter((name) => !known.has(name))
    .map((field) => ({ field, problem: 'UNKNOWN' }))
  for (const field of form.fields) {
    const value = valueOf(values, field.name)
    if (value === '') {
      if (field.is_required) problems.push({ field: field.name, problem: 'REQUIRED' })
    } else if (value.length > field.max_length) problems.push({ field: field.name, problem: 'TOO_LONG' })
    else if (!isOfKind(field, value)) problems.push({ field: field.name, problem: 'INVALID' })
  }
  // Entrata takes a key, or a user of an older account.
  if (form.provider === 'ENTRATA' && valueOf(values, 'api_key') === '' && valueOf(values, 'username') === '')
    problems.push({ field: 'api_key', problem: 'REQUIRED' })
  if (valueOf(values, 'username') !== '' && valueOf(values, 'password') === '' && known.has('password'))
    if (!problems.some(({ field }) => field === 'password'))
      problems.push({ field: 'password', problem: 'REQUIRED' })
  return problems
}

const valueOf = (values: CredentialValues, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? '').trim() : ''

function isOfKind(field: CredentialField, value: string): boolean {
  // Control characters would end a header or a line.
  if (field.kind !== 'LIST' && /\p{Cc}/u.test(value)) return false
  if (field.name === 'organization') return /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(value)
  if (field.name === 'method') return /^[A-Za-z_]\w*$/.test(value)
  if (field.kind === 'HOST') return /^[a-z0-9.-]+$/i.test(value)
  if (field.kind === 'CHOICE') return field.choices?.includes(value) ?? false
  if (field.kind === 'URL') return isPlainUrl(value)
  return field.kind !== 'LIST' || listOfValues(value).length > 0
}

/** The local environment has http addresses, and the network decides about them when it connects. */
function isPlainUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, hash } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === ''
}

const betweenValues = new RegExp(`[${LIST_MARKS}\\s]+`)

/** Returns the values of a list, which are separated by commas or semicolons of any script, or white space. */
export const listOfValues = (text: string): string[] => [
  ...new Set(text.split(betweenValues).filter((value) => value !== '')),
]
