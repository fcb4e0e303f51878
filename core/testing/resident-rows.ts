import fc from 'fast-check'
import { residentRoles, type VendorRow } from '../residents/vendor-row.ts'

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ maxLength: 12 }))
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 6 })

const vehicle = fc.record({
  plate: text,
  region: maybe(text),
  make: maybe(text),
  model: maybe(text),
  color: maybe(text),
})

/** Rows of arbitrary texts, as no vendor would send them. */
export const anyRow: fc.Arbitrary<VendorRow> = fc.record({
  property_id: text,
  person_id: text,
  lease_id: text,
  household_id: maybe(text),
  first_name: maybe(text),
  last_name: maybe(text),
  email: maybe(text),
  phones: fc.array(text, { maxLength: 3 }),
  unit_id: maybe(text),
  unit: maybe(text),
  building: maybe(text),
  status: maybe(fc.oneof(text, fc.constantFrom('4', '5', 'Current', '__proto__'))),
  person_status: maybe(text),
  role: fc.constantFrom(...residentRoles),
  lease_starts: maybe(text),
  lease_ends: maybe(text),
  moves_in: maybe(text),
  moves_out: maybe(text),
  notice: maybe(text),
  is_month_to_month: fc.boolean(),
  is_renewal: fc.boolean(),
  vehicles: fc.array(vehicle, { maxLength: 2 }),
  spots: fc.array(text, { maxLength: 2 }),
  replaces_person_id: maybe(text),
})

const few = fc.constantFrom
const date = few(
  '08/15/2025',
  '08/15/2026',
  '11/24/2026',
  '11/25/2026',
  '11/26/2026',
  '12/01/2026',
  '08/14/2027',
  '02/30/2026',
)

/** Rows of a small place, in which people, households, units, names, and contacts often coincide. */
export const likelyRow: fc.Arbitrary<VendorRow> = fc.record({
  property_id: few('1', '1', '1', '2'),
  person_id: few('a', 'b', 'c', 'd', 'e'),
  lease_id: few('1', '2', '3', '10'),
  household_id: maybe(few('1', '2', '3')),
  first_name: maybe(few('Robin', 'Robin', 'Lee', '*')),
  last_name: maybe(few('Samplewood', 'Fixture')),
  email: maybe(few('robin@example.com', 'lee@example.com', 'pat@example.com', 'none@none.com')),
  phones: fc.array(few('2025550101', '2025550102', '0'), { maxLength: 2 }),
  unit_id: maybe(few('11', '12')),
  unit: maybe(few('101', '102', 'WAIT')),
  building: maybe(few('A', 'B')),
  status: few('4', '4', '4', '5', '3', '3', '6', '1', '2', 'Something New'),
  person_status: fc.option(few('Current', 'Past', 'Cancelled'), { nil: null, freq: 1 }),
  role: few('HEAD', 'HEAD', 'SIGNER', 'OCCUPANT', 'GUARANTOR', 'CHILD'),
  lease_starts: maybe(date),
  lease_ends: maybe(date),
  moves_in: maybe(date),
  moves_out: fc.option(date, { nil: null, freq: 1 }),
  notice: fc.constant(null),
  is_month_to_month: fc.boolean(),
  is_renewal: fc.boolean(),
  vehicles: fc.array(fc.constant({ plate: 'TST 1', region: 'IL', make: null, model: null, color: null }), {
    maxLength: 1,
  }),
  spots: fc.array(few('C-14', 'C-15'), { maxLength: 2 }),
  replaces_person_id: fc.option(few('a', 'b'), { nil: null, freq: 1 }),
})
