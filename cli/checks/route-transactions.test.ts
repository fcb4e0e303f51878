import { expect, test } from 'vitest'
import { findRouteTransactions } from './route-transactions.ts'

const own = {
  file: 'api/lots/maps/maps.routes.ts',
  text: 'await app.db.transaction().execute(async (tx) => {})',
}
const helped = { file: 'api/lots/signs/signs.routes.ts', text: 'await makeChange(app, request, parts)' }
const below = { file: 'api/lots/spots/change-spot.ts', text: own.text }

test('names a file of routes that opens a transaction and is not on the list', () => {
  expect(findRouteTransactions([own, helped, below], [])).toEqual([
    'api/lots/maps/maps.routes.ts opens a transaction itself. Use makeChange (api/make-change.ts).',
  ])
})

test('accepts one that is on the list', () => {
  expect(findRouteTransactions([own, helped, below], [own.file])).toEqual([])
})

test.each([[[helped]], [[]]])(
  'names a file on the list that opens no transaction anymore, or is gone',
  (files) => {
    expect(findRouteTransactions(files, [helped.file])).toEqual([
      'api/lots/signs/signs.routes.ts opens no transaction anymore. Remove it from cli/checks/route-transactions.tsv.',
    ])
  },
)
