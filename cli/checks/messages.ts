import {
  argumentsOf,
  flatten,
  hasPlainNumberSign,
  type MessageTree,
  missingForms,
  selectBranches,
} from '@openspot/messages/shape.ts'

interface Source {
  file: string
  text: string
}

/** The messages of a locale, by full key. Throws a readable error if a file is not valid JSON. */
export type Catalog = ReadonlyMap<string, string>

/** Groups the files `messages/<locale>/<namespace>.json` by locale. The namespace is the name in camelCase. */
export function catalogsOf(files: readonly Source[]): Map<string, Catalog> {
  const catalogs = new Map<string, Map<string, string>>()
  for (const { file, text } of files) {
    const { locale, name } = /^messages\/(?<locale>[^/]+)\/(?<name>[^/]+)\.json$/.exec(file)?.groups ?? {}
    if (locale === undefined || name === undefined) continue
    const catalog = catalogs.get(locale) ?? new Map<string, string>()
    for (const [key, message] of flatten({ [namespaceOf(name)]: parseTree(file, text) }))
      catalog.set(key, message)
    catalogs.set(locale, catalog)
  }
  return catalogs
}

export const namespaceOf = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function parseTree(file: string, text: string): MessageTree {
  try {
    return JSON.parse(text) as MessageTree
  } catch (error) {
    throw new Error(`${file} is not valid JSON`, { cause: error })
  }
}

/**
 * Compares the catalogs with the source locale: what is not valid ICU, what is missing or left over, what needs other arguments or
 * has other branches, and which plurals lack a form of their language. A regional variant, such as `en-GB` of `en-US`, has only the messages that differ.
 */
export function findCatalogFaults(catalogs: ReadonlyMap<string, Catalog>, sourceLocale: string): string[] {
  const source = catalogs.get(sourceLocale) ?? new Map<string, string>()
  return [...catalogs].flatMap(([locale, catalog]) => {
    const faults = [...catalog].flatMap(([key, message]) => faultsOf(message, source.get(key), key, locale))
    const missing = isVariant(locale, sourceLocale)
      ? []
      : [...source.keys()].filter((key) => !catalog.has(key))
    return [...faults, ...missing.map((key) => `${key} is missing`)].map((fault) => `${locale}: ${fault}`)
  })
}

const isVariant = (locale: string, of: string): boolean => locale.split('-')[0] === of.split('-')[0]

function faultsOf(message: string, source: string | undefined, key: string, locale: string): string[] {
  if (source === undefined) return [`${key} is not in the source locale`]
  const found = argumentsIn(message)
  const wanted = argumentsIn(source)
  if (found === null) return [`${key} is not valid ICU`]
  if (hasPlainNumberSign(message)) return [`${key} has a # outside of a plural`]
  if (wanted === null) return []
  if (found.join() !== wanted.join())
    return [`${key} needs (${found.join(', ')}) instead of (${wanted.join(', ')})`]
  const branches = selectBranches(message)
  if (branches !== selectBranches(source))
    return [`${key} has the branches (${branches}) instead of (${selectBranches(source)})`]
  return missingForms(message, source, locale).map((form) => `${key} has no form for "${form}"`)
}

function argumentsIn(message: string): string[] | null {
  try {
    return argumentsOf(message)
  } catch (error) {
    // The parser throws a SyntaxError for what is not ICU. Anything else is a fault of ours.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * A key in quotes, or a template of one, such as `refunds.tabs.${value}`. Its namespace is always written out: otherwise
 * any template with a dot, such as that of a file name, would use every message.
 */
const keyText = /(['"`])(\w+(?:\.(?:[\w-]+|\$\{[^}`]*\}))+)\1/g

/** Finds the keys that no code names. A template uses every key that it can produce. */
export function findUnusedKeys(catalog: Catalog, code: readonly Source[]): string[] {
  const isUsed = isNamedIn(code)
  return [...catalog.keys()].filter((key) => !isUsed(key))
}

/** Returns whether code names a key, itself or by a template that can produce it. */
export function isNamedIn(code: readonly Source[]): (key: string) => boolean {
  const named = new Set<string>()
  const patterns = new Set<string>()
  for (const { text } of code)
    for (const [, , key = ''] of text.matchAll(keyText)) (key.includes('${') ? patterns : named).add(key)
  const expressions = [...patterns].map((pattern) => {
    const parts = pattern.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'))
    return new RegExp(`^${parts.join('[^.]+')}$`)
  })
  return (key) => named.has(key) || expressions.some((one) => one.test(key))
}
