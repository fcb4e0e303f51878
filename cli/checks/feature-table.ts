/** The columns of the table of features: the folder below which names are, and what in it belongs to a feature. */
const columns = new Map<string, RegExp>([
  ['contract', /^contract\/[^/]+\/[^/.]+(?=\.)/],
  ['core', /^core\/[^/]+(?=\/)/],
  ['api', /^api\/(?:booking|identity|lots|money|operations|people|platform)\/[^/]+(?=\/)/],
  ['web', /^web\/(?:features\/[^/]+|ui)\/[^/]+(?=\/)/],
  ['db/functions', /^db\/functions\/[^/.]+(?=\.)/],
  ['stand-ins', /^stand-ins\/[^/]+(?=\/)/],
  ['e2e', /^e2e\/[^/.]+(?=\.(?:[a-z]+\.)?test\.)/],
])

interface Names {
  /** What the table names, by its path from the root of the checkout. */
  named: Set<string>
  /** The heads of its columns. */
  heads: string[]
}

/**
 * Compares the table of features in a document (`docs/tour.md`) with the files of the checkout. Returns a line for each
 * column that is missing, each name without a folder or file, and each folder or file of a feature that is in no row.
 */
export function findFeatureGaps(document: string, files: readonly string[]): string[] {
  const { named, heads } = namesOf(document)
  const missing = [...columns.keys()].filter((column) => !heads.includes(column))
  if (missing.length > 0)
    return missing.map((column) => `The table of features has no column for ${column}/.`)
  const existing = new Set(files.flatMap(pathsOf))
  const unknown = [...named].filter((name) => !existing.has(name))
  const owned = new Set(
    files.flatMap((file) => [...columns.values()].flatMap((rule) => rule.exec(file)?.[0] ?? [])),
  )
  const absent = [...owned].filter((name) => !isNamed(name, named)).toSorted()
  return [
    ...unknown.map((name) => `The table of features names ${name}, which doesn’t exist.`),
    ...absent.map((name) => `${name} is in no row of the table of features.`),
  ]
}

function namesOf(document: string): Names {
  const rows = document
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const start = rows.findIndex(([first]) => first === 'feature')
  const heads = (rows[start] ?? []).map((cell) => cell.replaceAll('`', '').replace(/\/$/, ''))
  const named = new Set<string>()
  for (const row of start < 0 ? [] : rows.slice(start + 1)) {
    for (const [index, cell] of row.entries()) {
      if (index === 0) continue
      for (const [, name] of cell.matchAll(/`([^`]+)`/g)) named.add(`${heads[index]}/${name}`)
    }
  }
  return { named, heads }
}

/** A file without what follows the first dot of its name, and the folders that it is in. */
function pathsOf(file: string): string[] {
  const parts = file.split('/')
  const last = parts.pop()?.split('.')[0] ?? ''
  return [...parts.map((_, index) => parts.slice(0, index + 1).join('/')), [...parts, last].join('/')]
}

const isNamed = (name: string, named: ReadonlySet<string>) =>
  named.has(name) || [...named].some((other) => other.startsWith(`${name}/`))
