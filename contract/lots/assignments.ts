import { type Static, Type } from 'typebox'
import { LocalDate } from '../booking/recurrence.ts'
import { Assignee, Id, Nullable, StrictObject } from '../common.ts'
import { route } from '../route.ts'
import { SpotParams, StaffSpot } from './spots.ts'

const subject = { kind: 'spot', in: 'params', name: 'spot_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const

/** A future spot assignment. */
export const UpcomingAssignment = Type.Object({
  id: Id,
  user_id: Nullable(Id),
  group_id: Nullable(Id),
  name: Assignee,
  starts_on: LocalDate,
  ends_on: Nullable(LocalDate),
})
export type UpcomingAssignment = Static<typeof UpcomingAssignment>

export const listAssignmentsRoute = route({
  method: 'GET',
  url: '/api/v1/spots/:spot_id/assignments',
  config: { access: admins, errors: [], subject },
  schema: {
    summary: 'List the upcoming assignments of a spot',
    tags: ['spots'],
    params: SpotParams,
    response: { 200: Type.Object({ items: Type.Array(UpcomingAssignment) }) },
  },
})

export const createAssignmentRoute = route({
  method: 'POST',
  url: '/api/v1/spots/:spot_id/assignments',
  config: { access: admins, errors: ['spot_assigned', 'spot_in_use'], subject },
  schema: {
    summary:
      'Assign a spot to a member or a group between two dates. Fails if it is already assigned or booked by others',
    tags: ['spots'],
    params: SpotParams,
    body: StrictObject({
      user_id: Type.Optional(Id),
      group_id: Type.Optional(Id),
      starts_on: Type.Optional(LocalDate),
      ends_on: Type.Optional(Nullable(LocalDate)),
    }),
    response: { 201: Type.Object({ spot: StaffSpot, items: Type.Array(UpcomingAssignment) }) },
  },
})

export const deleteAssignmentRoute = route({
  method: 'DELETE',
  url: '/api/v1/spots/:spot_id/assignments/:assignment_id',
  config: { access: admins, errors: [], subject },
  schema: {
    summary: 'Cancel an upcoming assignment. Change the current assignment on the spot itself',
    tags: ['spots'],
    params: Type.Object({ spot_id: Id, assignment_id: Id }),
    response: { 200: Type.Object({ items: Type.Array(UpcomingAssignment) }) },
  },
})
