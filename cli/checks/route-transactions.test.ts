import { expect, test } from 'vitest'
import { findRouteTransactions } from './route-transactions.ts'

const route = (text: string) => ({ file: 'api/lots/maps/maps.routes.ts', text })

test.each([
  'await app.db.transaction().execute(async (tx) => {})',
  "app.db\n  .transaction()\n  .setIsolationLevel('repeatable read')",
  'const tx = await app.db.startTransaction().execute()',
])('names a file of routes that opens a transaction (%j)', (text) => {
  expect(findRouteTransactions([route(text)])).toEqual([
    'api/lots/maps/maps.routes.ts opens a transaction itself. Use makeChange (api/make-change.ts).',
  ])
})

test('accepts routes that make changes with the helper, and transactions below routes', () => {
  const helped = route('await makeChange(app, request, parts)')
  const below = { file: 'api/lots/spots/change-spot.ts', text: 'db.transaction().execute(work)' }
  expect(findRouteTransactions([helped, below])).toEqual([])
})
