import { readdirSync, readFileSync } from 'node:fs'
import { errors } from '@openspot/contract/errors.ts'
import { derivedErrorsOf, errorsOf } from '@openspot/contract/errors-of.ts'
import type { Route } from '@openspot/contract/route.ts'
import { beforeAll, expect, test } from 'vitest'

const contract = new URL('../../contract/', import.meta.url)
const sources = ['../', '../../core/'].map((folder) => new URL(folder, import.meta.url))

let routes: Route[]
beforeAll(async () => {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.includes('node_modules'),
  )
  const modules = await Promise.all(
    files.map(async (name) => (await import(new URL(name, contract).href)) as Record<string, unknown>),
  )
  routes = modules.flatMap((each) => Object.values(each)).filter(isRoute)
})

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'url' in value && 'config' in value && 'method' in value

test('lists no error code of a route twice or in addition to a derived one', () => {
  expect(routes.length).toBeGreaterThan(200)
  const repeated = routes.flatMap((route) => {
    const derived = derivedErrorsOf(route)
    return route.config.errors
      .filter((code, at, all) => derived.has(code) || all.indexOf(code) !== at)
      .map((code) => `${route.method} ${route.url}: ${code}`)
  })
  expect(repeated).toEqual([])
})

test('lists every error code of the catalog in at least one route', () => {
  // No route returns it, because it means that there is no such route.
  const listed = new Set<string>(['method_not_allowed', ...routes.flatMap((route) => errorsOf(route))])
  expect(Object.keys(errors).filter((code) => !listed.has(code))).toEqual([])
})

test('uses every error code of the catalog in the source', () => {
  const text = sources
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter(
          (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('node_modules'),
        )
        .map((name) => readFileSync(new URL(name, folder), 'utf8')),
    )
    .join('\n')
  expect(Object.keys(errors).filter((code) => !text.includes(`'${code}'`))).toEqual([])
})
