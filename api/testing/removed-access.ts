import { errorsOf } from '@openspot/contract/errors-of.ts'
import type { Route } from '@openspot/contract/route.ts'
import { afterAll, beforeAll } from 'vitest'

/**
 * Removes the access checks of routes for the tests of one file: anyone may call them, with the errors that the routes
 * had. Call it before the file's own `beforeAll`, because the API reads the checks when it is built. They return
 * afterwards, because the files of a process share the contract.
 */
export function removeAccess(routes: readonly Route[]): void {
  const kept = routes.map(({ config }) => ({ config, before: { ...config } }))
  beforeAll(() => {
    for (const route of routes)
      Object.assign(route.config, { errors: errorsOf(route), access: ['anonymous'] })
  })
  afterAll(() => {
    for (const { config, before } of kept) Object.assign(config, before)
  })
}
