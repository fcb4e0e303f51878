import { SourceMap as NodeSourceMap } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { originsOf, type SourceMap } from './source-positions.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
function vlq(value: number): string {
  let left = value < 0 ? -value * 2 + 1 : value * 2
  let text = ''
  do {
    const digit = left % 32
    left = Math.floor(left / 32)
    text += DIGITS[left > 0 ? digit + 32 : digit]
  } while (left > 0)
  return text
}

/** What is generated: lines of segments with their column, source, line, column, and perhaps a name. */
type Segment = [number, number, number, number, number | null]
const segment = fc.tuple(
  fc.nat(2_000),
  fc.nat(3),
  fc.nat(5_000),
  fc.nat(200),
  fc.option(fc.nat(4), { nil: null }),
)
const lines = fc.array(fc.uniqueArray(segment, { selector: ([column]) => column, maxLength: 20 }), {
  maxLength: 6,
})

function mapOf(given: readonly Segment[][]): SourceMap {
  const last = { source: 0, line: 0, column: 0, name: 0 }
  const mappings = given.map((own) => {
    let built = 0
    return own
      .toSorted(([a], [b]) => a - b)
      .map(([at, source, line, column, name]) => {
        const numbers = [at - built, source - last.source, line - last.line, column - last.column]
        if (name !== null) numbers.push(name - last.name)
        built = at
        Object.assign(last, { source, line, column, name: name ?? last.name })
        return numbers.map(vlq).join('')
      })
      .join(',')
  })
  return {
    sources: ['a.ts', 'b.ts', 'c.ts', 'd.ts'],
    sourcesContent: ['a', 'b', null, 'd'],
    names: ['p', 'q', 'r', 's', 't'],
    mappings: mappings.join(';'),
  }
}

test('every place has the same origin as Node.js finds, which reads source maps by itself', () => {
  fc.assert(
    fc.property(lines, fc.nat(5), fc.nat(2_500), (given, line, column) => {
      const map = mapOf(given)
      const own = given[line] ?? []
      // Before the first segment of a line, Node.js answers with the end of the line before.
      fc.pre(own.some(([at]) => at <= column))
      const node = new NodeSourceMap({ version: 3, file: 'x.js', sourceRoot: '', ...map } as never).findEntry(
        line,
        column,
      )
      const [found] = originsOf(map, [{ line: line + 1, column: column + 1 }])
      expect(found && [found.source, found.line, found.column]).toEqual(
        'originalSource' in node
          ? [node.originalSource, node.originalLine + 1, node.originalColumn + 1]
          : null,
      )
    }),
    { numRuns: 2_000 },
  )
})

test('the parts of a divided map are found by where they begin', () => {
  const part = mapOf([[[0, 1, 6, 2, 0]]])
  const map: SourceMap = {
    sources: [],
    mappings: '',
    sections: [
      { offset: { line: 0, column: 0 }, map: mapOf([[[0, 0, 0, 0, null]]]) },
      { offset: { line: 0, column: 100 }, map: part },
      { offset: { line: 3, column: 0 }, map: part },
    ],
  }
  const at = (line: number, column: number) => originsOf(map, [{ line, column }])[0]
  expect(at(1, 100)).toMatchObject({ source: 'a.ts', line: 1, content: 'a' })
  expect(at(1, 101)).toMatchObject({ source: 'b.ts', line: 7, column: 3, name: 'p', content: 'b' })
  expect(at(4, 5)).toMatchObject({ source: 'b.ts', line: 7 })
})

test('a broken map gives no origin and no error', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.string()),
      fc.nat(10),
      fc.nat(100),
      (mappings, sources, line, column) => {
        const [found] = originsOf({ sources, mappings }, [{ line: line + 1, column: column + 1 }])
        expect(found === null || sources.includes(found?.source ?? '')).toBe(true)
      },
    ),
  )
})
