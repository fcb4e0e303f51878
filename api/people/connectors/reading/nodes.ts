/**
 * Tolerant reading of what XML and JSON of vendors become: names in any case, a single object instead of a list, and
 * missing, empty, or nil values, which all are null. Nothing here throws.
 */

const longest = 1_000

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a value as a list; nested lists are flattened once. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value.flat() : [value]
}

function fieldOf(node: unknown, name: string): unknown {
  if (Array.isArray(node)) return node.map((each) => fieldOf(each, name)).find((value) => value !== undefined)
  if (!isObject(node)) return undefined
  if (Object.hasOwn(node, name)) return node[name]
  const wanted = name.toLowerCase()
  const found = Object.keys(node).find((key) => key.toLowerCase() === wanted)
  return found === undefined ? undefined : node[found]
}

/** Returns all values at a path, whose steps may be lists. */
export function allAt(node: unknown, ...path: string[]): unknown[] {
  let nodes = listOf(node)
  for (const name of path) nodes = nodes.flatMap((each) => listOf(fieldOf(each, name)))
  return nodes
}

/** Returns the text at a path, trimmed; null if there is none. */
export function textAt(node: unknown, ...path: string[]): string | null {
  for (const value of allAt(node, ...path)) {
    const text = textOf(value)
    if (text !== null) return text
  }
  return null
}

/** Returns the first text of several names of the same object. */
export function textOfAny(node: unknown, ...names: string[]): string | null {
  for (const name of names) {
    const text = textAt(node, name)
    if (text !== null) return text
  }
  return null
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (isObject(value)) return textOf(value['#text'])
  if (typeof value !== 'string') return null
  // The database stores neither NUL nor half of a surrogate pair.
  const text = value
    .replaceAll('\0', '')
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .trim()
  return text === '' ? null : text.slice(0, longest)
}

/** Returns all elements with a name at any depth, outermost first. */
export function findAll(node: unknown, name: string, depth = 40): unknown[] {
  if (depth === 0) return []
  if (Array.isArray(node)) return node.flatMap((each) => findAll(each, name, depth - 1))
  if (!isObject(node)) return []
  const wanted = name.toLowerCase()
  return Object.entries(node).flatMap(([key, value]) =>
    key.toLowerCase() === wanted ? listOf(value) : findAll(value, name, depth - 1),
  )
}

/** Returns the names of an object's fields. */
export const namesOf = (node: unknown): string[] => (isObject(node) ? Object.keys(node) : [])

/** Whether a vendor's flag is set: `1`, `true`, `t`, `Y`. */
export const isSet = (text: string | null): boolean => /^(?:1|t|true|y|yes)$/i.test(text ?? '')

/** Returns a date, unless it is one of those that vendors write for no date. */
export const dateOf = (text: string | null): string | null =>
  text === null || /^(?:1900|0001)|(?:\D|^)(?:1900|0001)(?:\s|$)|^0+(?:\D0+)*$/.test(text) ? null : text
