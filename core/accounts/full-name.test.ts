import { expect, test } from 'vitest'
import { splitFullName } from './full-name.ts'

test.each([
  ['Gus Example', { first_name: 'Gus', last_name: 'Example' }],
  ['  Mary   Ann  Smith ', { first_name: 'Mary Ann', last_name: 'Smith' }],
  ['José Núñez-Pérez', { first_name: 'José', last_name: 'Núñez-Pérez' }],
  ['Cher', null],
  ['   ', null],
  ['', null],
])('splits %j into %j', (full_name, names) => {
  expect(splitFullName(full_name)).toEqual(names)
})
