import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spotFeatures, spotTypes } from '../enums.ts'
import { carTypes, isOnRequest, mayBeAssigned, typesOnRequest, wantsCharger } from './on-request.ts'

const spot = fc.record({ type: fc.constantFrom(...spotTypes), features: fc.subarray([...spotFeatures]) })

test('every type is either for cars or on request', () => {
  expect([...carTypes, ...typesOnRequest].toSorted()).toEqual(spotTypes.toSorted())
})

test('without wishes, exactly the spots that are not on request may be assigned', () => {
  fc.assert(
    fc.property(spot, (one) => {
      expect(mayBeAssigned(one, { types: [], features: [] })).toBe(!isOnRequest(one))
    }),
  )
})

test('never assigns a charger to a person who did not ask for one, nor a type that was not asked for', () => {
  fc.assert(
    fc.property(spot, fc.subarray([...spotTypes]), fc.subarray([...spotFeatures]), (one, types, features) => {
      if (!mayBeAssigned(one, { types, features })) return
      if (wantsCharger(one.features)) expect(wantsCharger(features)).toBe(true)
      if (typesOnRequest.some((type) => type === one.type)) expect(types).toContain(one.type)
      for (const feature of features) expect(one.features).toContain(feature)
    }),
  )
})
