import fc from 'fast-check'
import type { JsonSchema } from '../described.ts'

/** Random values for a schema of the document: valid ones, and ones that nobody should send. */

/** Known values by the names that routes use. */
export type Known = Record<string, readonly string[]>

const days = fc.integer({ min: -40, max: 400 })
const instants = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -96, max: 400 }).map((half) => iso(half * 30)) },
  { weight: 2, arbitrary: days.map((day) => iso(day * 1440)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '2026-03-08T08:15:00Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
      '2026-03-02T12:00:30.001Z',
      '2026-03-02T18:00:00+14:00',
    ),
  },
)
const dates = fc.oneof(
  days.map((day) => iso(day * 1440).slice(0, 10)),
  fc.constantFrom('2024-02-29', '0001-01-01', '9999-12-31'),
)
const iso = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 18) + minutes * 60_000).toISOString()

/** Texts that have broken programs before. */
const nastyTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066',
  '‮😀👨‍👩‍👧',
  "'; drop table users; --",
  '%',
  '\\',
  '{}',
  '__proto__',
  'constructor',
  '-0',
  'NaN',
  '1e400',
  '../../etc/passwd',
  '$1',
  'x'.repeat(20_000),
]
const nasty = fc.constantFrom(...nastyTexts)
const wrong = fc.oneof(
  nasty,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, [], {}, [[]], ''),
  fc.constantFrom<unknown>([null], { a: { b: { c: [] } } }, ['\u0000'], '2026-02-30T00:00:00Z'),
  fc.constantFrom('2016-12-31T23:59:60Z', '+275760-09-13T00:00:00Z', '10000-01-01T00:00:00Z', '2026-03-02'),
)

/** Returns valid values for a schema. `name` is the field's name, by which known ids are chosen. */
export function valid(
  schema: JsonSchema,
  components: JsonSchema,
  known: Known,
  name = '',
): fc.Arbitrary<unknown> {
  const of = (inner: unknown, key = name) => valid(inner as JsonSchema, components, known, key)
  const reference = schema['$ref']
  if (typeof reference === 'string') return of(components[reference.split('/').at(-1) ?? ''])
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom<unknown>(...(schema['enum'] as unknown[]))
  const either = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(either)) return fc.oneof(...either.map((inner) => of(inner)))
  switch (schema['type']) {
    case 'object':
      return objects(schema, of)
    case 'array':
      return fc.array(of(schema['items'] ?? {}, name.replace(/s$/, '')), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Math.min(Number(schema['maxItems'] ?? 4), Number(schema['minItems'] ?? 0) + 4),
      })
    case 'integer':
      return fc.oneof(
        fc.integer({ min: least(schema, -1000), max: Math.min(most(schema), least(schema, -1000) + 5000) }),
        fc.constantFrom(least(schema, 0), most(schema)),
      )
    case 'number':
      return fc.double({ min: least(schema, -1e6), max: most(schema), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return texts(schema, known, name)
    default:
      return wrong
  }
}

const least = (schema: JsonSchema, otherwise: number) => Number(schema['minimum'] ?? otherwise)
const most = (schema: JsonSchema) => Number(schema['maximum'] ?? 1e6)

function objects(schema: JsonSchema, of: (inner: unknown, key: string) => fc.Arbitrary<unknown>) {
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  const required = new Set((schema['required'] ?? []) as string[])
  return fc.record(Object.fromEntries(fields.map(([key, inner]) => [key, of(inner, key)])), {
    requiredKeys: fields.map(([key]) => key).filter((key) => required.has(key)),
  })
}

function texts(schema: JsonSchema, known: Known, name: string): fc.Arbitrary<unknown> {
  const there = known[name] ?? []
  if (schema['format'] === 'date-time') return instants
  if (schema['format'] === 'date') return dates
  if (schema['format'] === 'uuid') {
    const any = fc.uuid()
    return there.length > 0
      ? fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...there) }, { weight: 1, arbitrary: any })
      : any
  }
  if (schema['format'] === 'plain-name') return fc.constantFrom('Wells', 'St. John', 'Łódź 7', '駐車場')
  if (schema['format'] === 'plate-region') return fc.constantFrom('', 'IL', 'on', 'JAL', 'DE')
  if (schema['format'] === 'email') return fc.nat(999).map((nth) => `hostile${nth}@people.example`)
  if (there.length > 0) return fc.constantFrom(...there)
  if (typeof schema['pattern'] === 'string') {
    // fast-check cannot generate lookaheads; values without them serve as well.
    return fc.stringMatching(new RegExp(schema['pattern'].replaceAll(/\(\?[!=][^)]*\)/g, '')))
  }
  const length = {
    minLength: Number(schema['minLength'] ?? 0),
    maxLength: Math.min(Number(schema['maxLength'] ?? 60), 200),
  }
  const { minLength, maxLength } = length
  const fitting = nastyTexts.filter((text) => text.length >= minLength && text.length <= maxLength)
  const any = fc.string({ ...length, unit: 'grapheme' })
  // Nasty values that the schema allows reach the furthest.
  return fitting.length === 0
    ? any
    : fc.oneof({ weight: 3, arbitrary: any }, { weight: 1, arbitrary: fc.constantFrom(...fitting) })
}

/** Returns a body or query with one fault: a wrong value, an extra field, a missing field, or a wrong whole. */
export function spoiled(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(good, fc.nat(), wrong, fc.nat(9)).map(([value, at, bad, how]) => {
    if (how === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return bad
    const keys = Object.keys(value)
    const key = keys[at % Math.max(1, keys.length)]
    if (how === 1 || key === undefined) return { ...value, surprise: bad }
    const entries = Object.entries(value)
    if (how === 2) return Object.fromEntries(entries.filter(([name]) => name !== key))
    return Object.fromEntries(entries.map(([name, old]) => [name, name === key ? bad : old]))
  })
}
