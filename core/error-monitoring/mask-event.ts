import { isHiddenField, maskText, maskValue } from './mask.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Contexts that have only IDs of traces and replays, which must stay as they are. */
const PLAIN_CONTEXTS = new Set(['trace', 'replay'])

/**
 * Returns an event of Sentry without personal data: texts are masked, and what may name a person is left out. Stacks, which name
 * only our code, and IDs remain.
 */
export function maskEvent<E extends object>(event: E): E {
  const masked: Fields = { ...(event as Fields) }
  for (const name of ['message', 'transaction', 'logentry', 'extra'])
    if (masked[name] !== undefined) masked[name] = maskValue(masked[name])
  if (isFields(masked['tags'])) masked['tags'] = mapFields(masked['tags'], maskTag)
  if (isFields(masked['exception'])) masked['exception'] = maskExceptions(masked['exception'])
  if (masked['breadcrumbs'] !== undefined)
    masked['breadcrumbs'] = listOf(masked['breadcrumbs']).map((crumb) => maskCrumb(crumb))
  if (isFields(masked['request'])) masked['request'] = maskRequest(masked['request'])
  if (isFields(masked['contexts']))
    masked['contexts'] = mapFields(masked['contexts'], (facts, name) =>
      PLAIN_CONTEXTS.has(name) ? maskTrace(facts) : maskValue(facts),
    )
  if (masked['user'] !== undefined) masked['user'] = maskUser(masked['user'])
  if (Array.isArray(masked['urls'])) masked['urls'] = masked['urls'].map(maskUnlessOdd)
  if (Array.isArray(masked['spans']))
    masked['spans'] = masked['spans'].map((span) =>
      isFields(span)
        ? { ...span, description: maskUnlessOdd(span['description']), data: maskValue(span['data']) }
        : span,
    )
  // The name of the machine says nothing about an error.
  delete masked['server_name']
  return masked as E
}

const mapFields = (fields: Fields, change: (value: unknown, name: string) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]))

const maskUnlessOdd = (value: unknown) => (typeof value === 'string' ? maskText(value) : value)

/** IDs among the tags remain: they connect an event with its replay. */
const maskTag = (tag: unknown, name: string): unknown => {
  const isId = /(?:Id|_id)$/.test(name) && typeof tag === 'string' && /^[0-9a-f-]{32,36}$/i.test(tag)
  return isId ? tag : isHiddenField(name) ? '[masked]' : maskValue(tag)
}

function maskExceptions(exception: Fields): Fields {
  return {
    ...exception,
    values: listOf(exception['values']).map((each) => {
      if (!isFields(each)) return each
      const { value, mechanism, ...rest } = each
      return {
        ...rest,
        ...(value === undefined ? {} : { value: maskUnlessOdd(value) }),
        ...(isFields(mechanism)
          ? { mechanism: { ...mechanism, data: maskValue(mechanism['data'] ?? {}) } }
          : {}),
      }
    }),
  }
}

/** Masks one breadcrumb. */
export function maskCrumb(crumb: unknown): unknown {
  if (!isFields(crumb)) return crumb
  const { message, data, ...rest } = crumb
  return {
    ...rest,
    ...(message === undefined ? {} : { message: maskUnlessOdd(message) }),
    ...(data === undefined ? {} : { data: maskValue(data) }),
  }
}

function maskRequest({ method, url, headers }: Fields): Fields {
  const agent = isFields(headers) ? headers['User-Agent'] : undefined
  return {
    ...(method === undefined ? {} : { method }),
    ...(url === undefined ? {} : { url: maskUnlessOdd(url) }),
    ...(agent === undefined ? {} : { headers: { 'User-Agent': agent } }),
  }
}

/** What a trace says about its page and calls besides its IDs. */
const maskTrace = (facts: unknown): unknown =>
  isFields(facts) && facts['data'] !== undefined ? { ...facts, data: maskValue(facts['data']) } : facts

/** Only the ID, of which the store makes a pseudonym. */
const maskUser = (user: unknown): Fields =>
  isFields(user) && typeof user['id'] === 'string' ? { id: user['id'] } : {}
