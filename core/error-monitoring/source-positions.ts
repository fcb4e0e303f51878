/** Reads the positions of a source map (https://tc39.es/ecma426/): which code of ours a place in a built file came from. */

export interface SourceMap {
  sources: (string | null)[]
  sourcesContent?: (string | null)[]
  names?: string[]
  mappings: string
  sections?: { offset: { line: number; column: number }; map: SourceMap }[]
}

/** A place in the built file: lines from 1, columns from 1, as in stacks. */
export interface Place {
  line: number
  column: number
}

export interface Origin extends Place {
  source: string
  /** The name of what is there in the source; null: it was not renamed, or is unknown. */
  name: string | null
  /** The text of the source; null: unknown. */
  content: string | null
}

/** Returns where each place came from; null for what has no source. */
export function originsOf(map: SourceMap, places: readonly Place[]): (Origin | null)[] {
  if (!map.sections) return originsIn(map, places)
  const { sections } = map
  return places.map(({ line, column }) => {
    const at = sections.findLast(
      ({ offset }) => offset.line < line - 1 || (offset.line === line - 1 && offset.column <= column - 1),
    )
    if (!at) return null
    const isFirstLine = at.offset.line === line - 1
    const place = { line: line - at.offset.line, column: isFirstLine ? column - at.offset.column : column }
    return originsIn(at.map, [place])[0] ?? null
  })
}

/** One pass over the mappings for all places, because a built file has hundreds of thousands of them. */
function originsIn(map: SourceMap, places: readonly Place[]): (Origin | null)[] {
  const found: (Origin | null)[] = places.map(() => null)
  const lastLine = Math.max(...places.map(({ line }) => line), 0)
  const state = { line: 1, column: 0, source: 0, sourceLine: 0, sourceColumn: 0, name: 0 }
  const { mappings } = map
  for (let at = 0; at < mappings.length && state.line <= lastLine; ) {
    const sign = mappings[at]
    if (sign === ';') {
      state.line++
      state.column = 0
      at++
      continue
    }
    if (sign === ',') {
      at++
      continue
    }
    const fields: number[] = []
    while (at < mappings.length && mappings[at] !== ',' && mappings[at] !== ';') {
      const read = readNumber(mappings, at)
      if (read === null) return found
      fields.push(read.value)
      at = read.next
    }
    state.column += fields[0] ?? 0
    const hasSource = fields.length >= 4
    if (hasSource) {
      state.source += fields[1] ?? 0
      state.sourceLine += fields[2] ?? 0
      state.sourceColumn += fields[3] ?? 0
    }
    if (fields.length >= 5) state.name += fields[4] ?? 0
    for (const [nth, place] of places.entries()) {
      if (place.line !== state.line || place.column - 1 < state.column) continue
      // The last one at or before the place stays.
      found[nth] = hasSource ? originOf(map, state, fields.length >= 5) : null
    }
  }
  return found
}

function originOf(
  map: SourceMap,
  state: { source: number; sourceLine: number; sourceColumn: number; name: number },
  hasName: boolean,
): Origin | null {
  const source = map.sources[state.source]
  if (typeof source !== 'string') return null
  return {
    source,
    line: state.sourceLine + 1,
    column: state.sourceColumn + 1,
    name: (hasName && map.names?.[state.name]) || null,
    content: map.sourcesContent?.[state.source] ?? null,
  }
}

const DIGITS = new Map(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    .split('')
    .map((digit, at) => [digit, at]),
)

/** Reads a number in base 64 with its sign in the lowest bit (VLQ). Null: it is not one. */
function readNumber(text: string, from: number): { value: number; next: number } | null {
  let value = 0
  for (let at = from, shift = 0; shift <= 30; at++, shift += 5) {
    const digit = DIGITS.get(text[at] ?? '')
    if (digit === undefined) return null
    value += (digit & 31) * 2 ** shift
    if (digit & 32) continue
    const amount = Math.floor(value / 2)
    return { value: value % 2 === 1 ? -amount : amount, next: at + 1 }
  }
  return null
}
