import { expect, test } from 'vitest'
import { findName } from './table-words.ts'

const columns = ['plate', 'first_name', 'half_hour'] as const
const find = (text: string) => findName(columns, text, (t, name) => t(`csv.columns.${name}`))

test.each([
  ['first_name', 'first_name'],
  [' First-Name ', 'first_name'],
  ['First name', 'first_name'],
  ['HALF HOUR', 'half_hour'],
  ['License plate', 'plate'],
  ['Number plate', 'plate'],
  ['plates', undefined],
  ['', undefined],
])('reads the title %j as %s, in any language of the product', (text, name) => {
  expect(find(text)).toBe(name)
})
