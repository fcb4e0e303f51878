import {
  problemFindings,
  problemKinds,
  problemResolutions,
  problemStatuses,
} from '@openspot/core/problems/enums.ts'
import { photosPerProblem } from '@openspot/core/problems/limits.ts'
import { type Static, Type } from 'typebox'
import {
  Cents,
  Currency,
  Id,
  Instant,
  LotParams,
  Nullable,
  Page,
  PageQuery,
  PlateRegion,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { heldSpot } from '../error-groups.ts'
import { grants, route } from '../route.ts'
import { Photo } from './photos.ts'

const ProblemParams = Type.Object({ problem_id: Id })
const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const subject = { kind: 'problem', in: 'params', name: 'problem_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const Plate = Nullable(
  Type.String({ minLength: 1, maxLength: 15, description: 'License plate of the other vehicle.' }),
)
const Region = Type.String({ maxLength: 10, description: 'State or country of the plate, such as "IL".' })

/** What the reporter of a taken spot can do now, without waiting for the staff. */
export const ProblemChoices = Type.Object({
  move: Nullable(
    Type.Object({
      spot_id: Id,
      spot_label: Type.String(),
      level: Type.Integer(),
      refund_cents: Cents,
    }),
    { description: 'The best spot of the same type that is free for the rest of the time.' },
  ),
  refund: Nullable(
    Type.Object({
      refund_cents: Cents,
      rule: StringEnum(['full', 'rest'] as const, {
        description: 'Everything, because it was reported early, or the part of the time that is left.',
      }),
    }),
    { description: 'What canceling because of the problem refunds.' },
  ),
  currency: Currency,
})

const facts = {
  id: Id,
  lot_id: Id,
  lot_name: Type.String(),
  time_zone: Type.String({ description: 'IANA time zone of the lot.' }),
  kind: StringEnum(problemKinds),
  text: Nullable(Type.String()),
  other_plate: Plate,
  other_region: Region,
  photos: Type.Array(Photo),
  status: StringEnum(problemStatuses),
  resolution: Nullable(StringEnum(problemResolutions)),
  answer: Nullable(Type.String({ description: 'What the staff told the reporter.' })),
  reservation_id: Nullable(Id),
  spot_label: Nullable(Type.String()),
  moved_to_label: Nullable(Type.String({ description: 'The spot that the reporter was moved to.' })),
  moved_reservation_id: Nullable(Id, { description: 'The reservation on that spot.' }),
  created_at: Instant,
  resolved_at: Nullable(Instant),
}

/** A problem as its reporter sees it. The plate is the one that they reported, even if staff corrected it. */
export const Problem = Type.Object({
  ...facts,
  choices: Nullable(ProblemChoices, {
    description: 'Null if the staff have to decide: see `is_for_staff`.',
  }),
  is_for_staff: Type.Boolean({
    description: 'Whether only the staff can help: the report is open and there are no choices.',
  }),
})
export type Problem = Static<typeof Problem>

/** A problem as the staff see it. */
export const StaffProblem = Type.Object({
  ...facts,
  reporter_id: Id,
  reporter_name: Type.String(),
  finding: Nullable(StringEnum(problemFindings, { description: 'What a patroller found at the spot.' })),
  finding_note: Nullable(Type.String()),
  found_at: Nullable(Instant),
  found_by_name: Nullable(Type.String()),
  resolved_by_name: Nullable(Type.String()),
  previous_plates: Type.Array(
    Type.Object({ other_plate: Plate, other_region: Region, replaced_at: Instant }),
    { description: 'The plates that were corrected, oldest first.' },
  ),
})
export type StaffProblem = Static<typeof StaffProblem>

export const createProblemRoute = route({
  method: 'POST',
  url: '/api/v1/problems/lot/:lot_id',
  config: {
    access: ['resource_owner', 'member', 'patroller', 'admin', 'super_admin'],
    errors: ['reservation_not_open'],
    subject: { kind: 'visited_lot', in: 'params', name: 'lot_id' },
    idempotent: true,
    limit: { max: 20, minutes: 60, per: 'person' },
  },
  schema: {
    summary:
      'Report a problem, optionally about my reservation or one on my spot. A second report of the same kind about a reservation returns my open one',
    tags: ['problems'],
    params: LotParams,
    body: StrictObject({
      kind: StringEnum(problemKinds),
      reservation_id: Type.Optional(Id),
      text: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
      other_plate: Type.Optional(Type.String({ minLength: 1, maxLength: 15 })),
      other_region: Type.Optional(PlateRegion),
      photo_ids: Type.Optional(Type.Array(Id, { maxItems: photosPerProblem, uniqueItems: true })),
    }),
    response: { 201: Problem },
  },
})

export const listProblemsRoute = route({
  method: 'GET',
  url: '/api/v1/problems/lot/:lot_id',
  config: { access: grants.staff, errors: [], subject: lot },
  schema: {
    summary: 'List the problems of a lot, newest first',
    tags: ['problems'],
    params: LotParams,
    querystring: Type.Object({ ...PageQuery, status: Type.Optional(StringEnum(problemStatuses)) }),
    response: { 200: Page(StaffProblem) },
  },
})

export const listMyProblemsRoute = route({
  method: 'GET',
  url: '/api/v2/problems/mine',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'List the problems that I reported, newest first',
    tags: ['problems'],
    querystring: Type.Object({ reservation_id: Type.Optional(Id) }),
    response: {
      200: Type.Object({
        items: Type.Array(Type.Object(facts), { description: 'At most the 50 newest.' }),
      }),
    },
  },
})

export const getProblemRoute = route({
  method: 'GET',
  url: '/api/v1/problems/problem/:problem_id',
  // Staff first, because someone of the staff may be the reporter.
  config: { access: [...grants.staff, 'resource_owner'], errors: [], subject },
  schema: {
    summary:
      'Get a problem. Its reporter also gets what they can do now; staff get the reporter and the finding',
    tags: ['problems'],
    params: ProblemParams,
    response: {
      200: Type.Object({ mine: Nullable(Problem), staff: Nullable(StaffProblem) }),
    },
  },
})

export const moveFromProblemRoute = route({
  method: 'POST',
  url: '/api/v2/problems/:problem_id/move',
  config: {
    access: ['resource_owner'],
    errors: [...heldSpot, 'problem_settled', 'choice_changed'],
    subject,
    idempotent: true,
  },
  schema: {
    summary:
      'Move the reservation from the taken spot to the offered one, without extra charge. With `gate_id`, also opens that gate',
    tags: ['problems'],
    params: ProblemParams,
    body: StrictObject({
      spot_id: Id,
      gate_id: Type.Optional(Id),
    }),
    response: {
      200: Type.Object({
        problem: Problem,
        gate_open_id: Nullable(Id, { description: 'The request to open the gate, to be polled.' }),
      }),
    },
  },
})

export const refundProblemRoute = route({
  method: 'POST',
  url: '/api/v2/problems/:problem_id/refund',
  config: {
    access: ['resource_owner'],
    errors: [
      'problem_settled',
      'choice_changed',
      'payment_unsettled',
      'provider_unavailable',
      'reservation_changed',
      'reservation_not_open',
    ],
    subject,
    idempotent: true,
  },
  schema: {
    summary: 'Cancel the reservation because of the problem. `refund_cents` is the previewed refund',
    tags: ['problems'],
    params: ProblemParams,
    body: StrictObject({ refund_cents: Cents }),
    response: { 200: Problem },
  },
})

export const setProblemFindingRoute = route({
  method: 'PUT',
  url: '/api/v2/problems/:problem_id/finding',
  config: {
    access: ['patroller', 'admin', 'super_admin'],
    errors: ['finding_changed', 'problem_settled'],
    subject,
  },
  schema: {
    summary:
      'Record what was found at the spot. With `seen_finding`, fails if someone recorded another finding since the caller saw it',
    tags: ['problems'],
    params: ProblemParams,
    body: StrictObject({
      finding: StringEnum(problemFindings),
      note: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
      seen_finding: Type.Optional(
        Nullable(
          StringEnum(problemFindings, {
            description:
              'The finding that the caller saw, null for none. Without it, whatever is recorded is replaced.',
          }),
        ),
      ),
    }),
    response: { 200: StaffProblem },
  },
})

export const updateProblemRoute = route({
  method: 'PATCH',
  url: '/api/v1/problems/:problem_id/admin/update',
  config: { access: admins, errors: ['problem_settled'], subject },
  schema: {
    summary:
      'Correct the other vehicle’s license plate, or settle or dismiss the problem with an answer to the reporter',
    tags: ['problems'],
    params: ProblemParams,
    body: StrictObject({
      other_plate: Type.Optional(Plate),
      other_region: Type.Optional(PlateRegion),
      status: Type.Optional(StringEnum(['RESOLVED', 'DISMISSED'] as const)),
      answer: Type.Optional(
        Type.String({ minLength: 1, maxLength: 500, description: 'Required with `status`.' }),
      ),
    }),
    response: { 200: StaffProblem },
  },
})
