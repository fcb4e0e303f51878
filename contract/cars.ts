import { type Static, Type } from 'typebox'
import { Body, Id, Instant, Nothing, Nullable } from './common.ts'
import { route } from './route.ts'

export const Car = Type.Object({
  id: Id,
  plate: Type.String({ description: 'As its owner wrote it.' }),
  plate_normalized: Type.String({ description: 'Capital letters and digits alone.' }),
  region: Type.String({ description: 'State or country of the plate; empty if unknown.' }),
  make: Nullable(Type.String()),
  model: Nullable(Type.String()),
  color: Nullable(Type.String()),
  created_at: Instant,
})
export type Car = Static<typeof Car>

const text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })))
const fields = {
  region: Type.Optional(Type.String({ maxLength: 6, pattern: '^[A-Za-z-]*$' })),
  make: text(60),
  model: text(60),
  color: text(30),
}
const Plate = Type.String({ minLength: 1, maxLength: 20 })
const CarParams = Type.Object({ car_id: Id })

export const listMyCars = route({
  method: 'GET',
  url: '/api/v1/cars/mine',
  config: { access: ['user'] },
  schema: { summary: 'My cars', tags: ['cars'], response: { 200: Type.Object({ items: Type.Array(Car) }) } },
})

export const createCar = route({
  method: 'POST',
  url: '/api/v2/cars',
  config: { access: ['user'] },
  schema: {
    summary: 'Add a car',
    tags: ['cars'],
    body: Body({ plate: Plate, ...fields }),
    response: { 201: Car },
  },
})

export const patchCar = route({
  method: 'PATCH',
  url: '/api/v2/cars/:car_id',
  config: { access: ['owner'], subject: { kind: 'car', in: 'params', name: 'car_id' } },
  schema: {
    summary: 'Change a car',
    tags: ['cars'],
    params: CarParams,
    body: Body({ plate: Type.Optional(Plate), ...fields }),
    response: { 200: Car },
  },
})

export const deleteCar = route({
  method: 'DELETE',
  url: '/api/v2/cars/:car_id',
  config: { access: ['owner'], subject: { kind: 'car', in: 'params', name: 'car_id' } },
  schema: { summary: 'Remove a car', tags: ['cars'], params: CarParams, response: { 204: Nothing } },
})
