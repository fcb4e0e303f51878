import { parseSync, scanSync } from 'libpg-query'

/** A name in a statement that may be a column or a variable. */
export interface Reference {
  /** `['the_reservation', 'lot_id']`; a star is `*`. */
  names: string[]
  /** Position in bytes. */
  start: number
  end: number
}

interface ColumnRef {
  fields: { String?: { sval: string } }[]
  location?: number
}

/** Finds all names in a statement that may be columns or variables, in order of their positions. */
export function referencesIn(text: string): { references: Reference[]; hasTables: boolean } {
  const tokens = scanSync(text).tokens
  const references: Reference[] = []
  let hasTables = false
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [kind, content] of Object.entries(node)) {
      if (kind === 'RangeVar' || kind === 'relation' || kind === 'RangeFunction' || kind === 'RangeSubselect')
        hasTables = true
      if (kind !== 'ColumnRef') {
        visit(content)
        continue
      }
      const { fields, location = 0 } = content as ColumnRef
      const first = tokens.findIndex((token) => token.start === location)
      // Names are separated by dots.
      const last = tokens[first + 2 * (fields.length - 1)]
      if (first === -1 || last === undefined) throw new Error(`No name at byte ${location} of: ${text}`)
      references.push({
        names: fields.map((field) => field.String?.sval ?? '*'),
        start: location,
        end: last.end,
      })
    }
  }
  visit(parseSync(text))
  return { references: references.toSorted((a, b) => a.start - b.start), hasTables }
}

/** Returns a statement with some of its references replaced. */
export function replaceReferences(text: string, replacements: ReadonlyMap<Reference, string>): string {
  const bytes = Buffer.from(text)
  let end = 0
  let result = ''
  for (const [reference, replacement] of [...replacements].toSorted(([a], [b]) => a.start - b.start)) {
    result += bytes.subarray(end, reference.start).toString() + replacement
    end = reference.end
  }
  return result + bytes.subarray(end).toString()
}

/** Splits `target := expression` into its parts; the target may have subscripts. */
export function splitAssignment(text: string): { target: string; expression: string } {
  let depth = 0
  for (const { start, end, text: token } of scanSync(text).tokens) {
    if (token === '[') depth += 1
    if (token === ']') depth -= 1
    if (depth === 0 && (token === ':=' || token === '=')) {
      const bytes = Buffer.from(text)
      return { target: bytes.subarray(0, start).toString(), expression: bytes.subarray(end).toString() }
    }
  }
  throw new Error(`Not an assignment: ${text}`)
}
