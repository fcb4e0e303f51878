import { expect, test } from 'vitest'
import { catalogsOf, findCatalogFaults, findUnusedKeys } from './messages.ts'

const file = (path: string, tree: unknown) => ({ file: path, text: JSON.stringify(tree) })
const source = file('messages/en-US/lot-cars.json', {
  title: 'Cars',
  count: '{count, plural, one {# car of {name}} other {# cars}}',
})
const faults = (...others: { file: string; text: string }[]) =>
  findCatalogFaults(catalogsOf([source, ...others]), 'en-US')

test('accepts a translation with the same keys and arguments, and other plural categories', () => {
  const count = '{count, plural, one {# auto {name}} few {# auta} other {# aut}}'
  expect(faults(file('messages/cs/lot-cars.json', { title: 'Auta', count }))).toEqual([])
})

test('names a plural form of the language that a translation lacks, unless each of its numbers has a branch', () => {
  const arabic = (forms: string) =>
    faults(
      file('messages/ar/lot-cars.json', { title: 'x', count: `{count, plural, ${forms} other {# {name}}}` }),
    )
  expect(arabic('zero {x} one {x} two {x} few {x}')).toEqual(['ar: lotCars.count has no form for "many"'])
  expect(arabic('=0 {x} one {x} =2 {x} few {x} many {x}')).toEqual([])
})

test('accepts a plural without forms where the source has none', () => {
  const level = '{level, plural, =0 {none} other {level #}}'
  const catalogs = catalogsOf([
    file('messages/en-US/lot.json', { level }),
    file('messages/pl/lot.json', { level }),
  ])
  expect(findCatalogFaults(catalogs, 'en-US')).toEqual([])
})

test('names a select that has other branches than the source', () => {
  const [say, told] = ['{kind, select, NEW {a} other {b}}', '{kind, select, NEU {a} other {b}}']
  const catalogs = catalogsOf([
    file('messages/en-US/lot.json', { say }),
    file('messages/de/lot.json', { say: told }),
  ])
  expect(findCatalogFaults(catalogs, 'en-US')).toEqual([
    'de: lot.say has the branches (kind: NEU|other) instead of (kind: NEW|other)',
  ])
})

test('names a key that a translation is missing', () => {
  const count = '{count, plural, one {# {name}} other {# {name}}}'
  expect(faults(file('messages/de/lot-cars.json', { count }))).toEqual(['de: lotCars.title is missing'])
})

test('accepts a variant of the source language that has only what differs', () => {
  expect(faults(file('messages/en-GB/lot-cars.json', { title: 'Vehicles' }))).toEqual([])
})

test('names a key that the source locale does not have', () => {
  expect(faults(file('messages/en-GB/lot-cars.json', { colour: 'Colour' }))).toEqual([
    'en-GB: lotCars.colour is not in the source locale',
  ])
})

test.each([
  ['leaves an argument out', '{count, plural, other {#}}', 'count: number'],
  ['renames an argument', '{number, plural, other {# {name}}}', 'name: text, number: number'],
  ['needs another kind', '{count} {name}', 'count: text, name: text'],
])('names a message of a variant that %s', (_, count, found) => {
  expect(faults(file('messages/en-GB/lot-cars.json', { count }))).toEqual([
    `en-GB: lotCars.count needs (${found}) instead of (count: number, name: text)`,
  ])
})

test('names a message that is not valid ICU', () => {
  expect(faults(file('messages/en-GB/lot-cars.json', { title: '{open' }))).toEqual([
    'en-GB: lotCars.title is not valid ICU',
  ])
})

test('names a message whose number sign is in a select and would be shown as it is', () => {
  const count = '{count, plural, other {{name, select, other {# {name}}}}}'
  expect(faults(file('messages/en-GB/lot-cars.json', { count })).join()).toContain(
    'lotCars.count has a # outside of a plural',
  )
})

test('names the keys that no code uses', () => {
  const catalog = new Map(['a.title', 'a.states.NEW', 'a.states.OLD', 'a.other'].map((key) => [key, '']))
  const code = [{ file: 'a.tsx', text: "t('a.title'); t(`a.states.${value}`); t('b.other')" }]
  expect(findUnusedKeys(catalog, code)).toEqual(['a.other'])
})

test('a template uses no key that is deeper or shallower than itself', () => {
  const catalog = new Map(['a.b', 'a.b.c.d', 'a.b.c'].map((key) => [key, '']))
  const code = [{ file: 'a.tsx', text: 't(`a.b.${value}`)' }]
  expect(findUnusedKeys(catalog, code)).toEqual(['a.b', 'a.b.c.d'])
})

test('a template without a namespace uses no key', () => {
  const code = [{ file: 'a.ts', text: 'const file = `${name}.${suffix}`' }]
  expect(findUnusedKeys(new Map([['a.title', '']]), code)).toEqual(['a.title'])
})
