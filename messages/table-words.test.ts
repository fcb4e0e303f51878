import { expect, test } from 'vitest'
import { nameFinder } from './table-words.ts'

const columns = ['plate', 'first_name', 'half_hour'] as const
const find = nameFinder(columns, (t, name) => t(`csv.columns.${name}`))

test.each([
  ['first_name', 'first_name'],
  [' First-Name ', 'first_name'],
  ['First name', 'first_name'],
  ['HALF HOUR', 'half_hour'],
  ['License plate', 'plate'],
  ['Number plate', 'plate'],
  ['Kennzeichen', 'plate'],
  ['ナンバープレート', 'plate'],
  ['plates', undefined],
  ['', undefined],
])('reads the title %j as %s, in any language of the product', (text, name) => {
  expect(find(text)).toBe(name)
})
