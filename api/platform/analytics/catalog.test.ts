import { readFileSync } from 'node:fs'
import { eventNames, eventSources, events, type Property } from '@openspot/core/analytics/events.ts'
import { expect, test } from 'vitest'

const document = readFileSync(new URL('../../../docs/analytics.md', import.meta.url), 'utf8')

const valuesOf = (property: Property): string => {
  switch (property.kind) {
    case 'count':
      return `0–${property.max}`
    case 'flag':
      return 'yes or no'
    case 'word':
      return property.words.map((word) => `\`${word}\``).join(', ')
    case 'currency':
      return 'three letters'
    case 'lot':
      return 'ID of a lot'
  }
}

/** The lines that the document must have. */
const lines = eventNames.flatMap((name) => {
  const { source, about, properties } = events[name]
  return [
    `| \`${name}\` | ${source} | | ${about} |`,
    ...Object.entries<Property>(properties).map(
      ([property, of]) => `| | | \`${property}\`: ${valuesOf(of)} | ${of.about} |`,
    ),
  ]
})

test('docs/analytics.md lists every event and property of the catalog, and no other', () => {
  const table = document
    .split('\n')
    .filter((line) => /^\| (?:`[a-z_]+`|) \|/.test(line) || line.startsWith('| | |'))
  expect(table).toEqual(lines)
})

test('every source of events is used, and no property is a text', () => {
  expect(new Set(eventNames.map((name) => events[name].source))).toEqual(new Set(eventSources))
  const kinds = eventNames.flatMap((name) =>
    Object.values<Property>(events[name].properties).map(({ kind }) => kind),
  )
  expect(new Set(kinds)).toEqual(new Set(['count', 'flag', 'lot', 'currency', 'word']))
})
