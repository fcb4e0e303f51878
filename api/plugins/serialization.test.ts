import { Id, Instant, Nullable } from '@openspot/contract/common.ts'
import { listPlacesRoute } from '@openspot/contract/lots/lots.ts'
import fastify from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { serializers } from './serialization.ts'
import { closeSchemas, validators } from './validation.ts'

/** Returns the validators and serializers of a route in a new API, each in the order they were asked for. */
async function compiledIn(): Promise<unknown[]> {
  const app = fastify()
  const compiled: unknown[] = []
  const kept = <T>(made: T): T => {
    compiled.push(made)
    return made
  }
  app.setValidatorCompiler((about) => kept(validators(about as Parameters<typeof validators>[0])))
  app.setSerializerCompiler((about) => kept(serializers(about as Parameters<typeof serializers>[0])))
  closeSchemas(app)
  app.route({ ...listPlacesRoute, handler: async () => ({}) })
  await app.ready()
  await app.close()
  return compiled
}

test('compiles a schema once for a GET and its HEAD, and for all APIs of a process', async () => {
  const first = await compiledIn()
  // The query, the success, and one schema for both kinds of errors.
  expect(new Set(first).size).toBe(3)
  expect(first.length).toBe(8)
  expect(await compiledIn()).toEqual(first)
  expect(new Set([...first, ...(await compiledIn())]).size).toBe(3)
})

test('writes what may be null by its schema, whether it is null or not', () => {
  const Spot = Type.Object({ id: Id, until: Nullable(Instant), level: Nullable(Type.Integer()) })
  const schema = Type.Object({
    spot: Nullable(Spot),
    spots: Nullable(Type.Array(Nullable(Spot))),
    label: Nullable(Type.String()),
    either: Nullable(Type.Union([Type.Object({ one: Type.Integer() }), Type.Object({ two: Type.String() })])),
  })
  const write = serializers({ schema, method: 'GET', url: '/' })
  const spot = { id: '01900000-0000-7000-8000-000000000000', until: '2026-11-26T16:00:00.000Z', level: -1 }
  const empty = { spot: null, spots: null, label: null, either: null }
  const full = {
    spot,
    spots: [spot, null, { ...spot, until: null, level: null }],
    label: 'A "1"',
    either: { two: 'x' },
  }
  for (const answer of [empty, full]) expect(JSON.parse(write(answer))).toEqual(answer)
  // What the schema doesn't name is left out.
  expect(JSON.parse(write({ ...full, secret: 1, spot: { ...spot, secret: 1 } }))).toEqual(full)
})
