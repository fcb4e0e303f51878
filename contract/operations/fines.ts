import { plateMatches } from '@openspot/core/enums.ts'
import { fineAppealStatuses, fineReasons, fineStatuses, fineVoidReasons } from '@openspot/core/fines/enums.ts'
import { photosPerFine } from '@openspot/core/fines/limits.ts'
import { type Static, Type } from 'typebox'
import {
  Cents,
  Currency,
  FileAnswer,
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
import { Refund } from '../money/adjustments.ts'
import { SecondPayments } from '../money/invoices.ts'
import { grants, route } from '../route.ts'
import { Photo } from './photos.ts'

const admins = ['admin', 'super_admin', 'platform_admin'] as const
const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const subject = { kind: 'fine', in: 'params', name: 'fine_id' } as const
const FineParams = Type.Object({ fine_id: Id })
const Region = Type.String({ maxLength: 10, description: 'State or country of the plate, such as "IL".' })
const Note = (maxLength: number) => Type.String({ minLength: 1, maxLength })

/** How the amount followed from the rules. */
export const FineExplanation = Type.Object({
  rule_set_id: Id,
  rule_set_name: Type.String(),
  rule_set_version: Type.Integer(),
  is_default: Type.Boolean({ description: 'The rule set of everyone without one of their group.' }),
  nth: Type.Integer({ description: 'Which warning or fine it is for this plate and reason.' }),
  within_days: Type.Integer({ description: 'How many days back earlier ones count.' }),
  warnings: Type.Integer({ description: 'How many warnings come first.' }),
  amounts_cents: Type.Array(Type.Integer(), { description: 'The first, second, third … fine.' }),
  earlier: Type.Array(Type.Object({ fine_id: Id, seen_at: Instant }), {
    description: 'The ones that counted, oldest first.',
  }),
})
export type FineExplanation = Static<typeof FineExplanation>

/** The same without what only the lot calls its rules. */
export const OwnFineExplanation = Type.Omit(FineExplanation, [
  'rule_set_id',
  'rule_set_name',
  'rule_set_version',
  'is_default',
])

export const FineAppeal = Type.Object({
  id: Id,
  status: StringEnum(fineAppealStatuses, {
    description: 'CLOSED: the fine was voided before the appeal was decided.',
  }),
  text: Nullable(Type.String()),
  photos: Type.Array(Photo),
  answer: Nullable(Type.String({ description: 'What the staff told the driver.' })),
  created_at: Instant,
  decided_at: Nullable(Instant),
})
export type FineAppeal = Static<typeof FineAppeal>

/** What staff, the driver, and anyone with the notice can see of a warning or fine. */
export const fineFacts = {
  id: Id,
  code: Type.String({ description: 'In the link of the notice. Anyone with it can see the fine.' }),
  lot_id: Id,
  lot_name: Type.String(),
  time_zone: Type.String({ description: 'IANA time zone of the lot.' }),
  status: StringEnum(fineStatuses),
  reason: StringEnum(fineReasons),
  note: Nullable(Type.String()),
  plate: Type.String(),
  region: Region,
  spot_label: Nullable(Type.String()),
  photos: Type.Array(Photo),
  seen_at: Instant,
  created_at: Instant,
  currency: Currency,
  amount_cents: Type.Integer({ description: '0 for a warning.' }),
  paid_cents: Cents,
  refunded_cents: Type.Integer({ description: 'Including refunds that are under way.' }),
  second_payments: SecondPayments,
  due_at: Nullable(Instant),
  appeal_until: Instant,
  explanation: FineExplanation,
  appeal: Nullable(FineAppeal),
  void_reason: Nullable(StringEnum(fineVoidReasons)),
  void_note: Nullable(Type.String()),
  voided_at: Nullable(Instant),
  evidence_hash: Type.String({ description: 'The hash of the first event of the chain of evidence.' }),
}

/** A warning or fine as the staff see it. */
export const StaffFine = Type.Object({
  ...fineFacts,
  user_id: Nullable(Id, { description: 'Whose vehicle it is, if the lot knows.' }),
  user_name: Nullable(Type.String()),
  car_id: Nullable(Id),
  created_by_name: Nullable(Type.String()),
  voided_by_name: Nullable(Type.String()),
  is_plate_confirmed: Type.Boolean({
    description: 'A person compared a photo, because similar plates may park.',
  }),
  similar_plates: Type.Array(
    Type.Object({
      plate: Type.String(),
      region: Region,
      match: StringEnum(plateMatches),
      spot_label: Type.String(),
    }),
    { description: 'The similar plates that the patroller was shown.' },
  ),
  invoice_id: Nullable(Id, { description: 'Null until someone begins to pay.' }),
  refundable_cents: Cents,
})
export type StaffFine = Static<typeof StaffFine>

export const createFineRoute = route({
  method: 'POST',
  url: '/api/v1/fines',
  config: {
    access: ['patroller', 'admin', 'super_admin'],
    errors: ['plate_may_park', 'plate_similar', 'fine_exists', 'fine_not_in_rules', 'lot_not_trusted'],
    subject: { kind: 'lot', in: 'body', name: 'lot_id' },
    idempotent: true,
    limit: { max: 120, minutes: 60, per: 'person' },
  },
  schema: {
    summary:
      'Warn or fine a vehicle. The rule set decides which, and the amount. The plate is looked up once more: the call fails if the vehicle may park, or if a similar plate may and no photo was compared',
    tags: ['fines'],
    body: StrictObject({
      lot_id: Id,
      plate: Type.String({ minLength: 1, maxLength: 20, description: 'License plate, as it was read.' }),
      region: Type.Optional(PlateRegion),
      reason: StringEnum(fineReasons),
      spot_id: Type.Optional(Id),
      note: Type.Optional(Note(500)),
      photo_ids: Type.Optional(Type.Array(Id, { maxItems: photosPerFine, uniqueItems: true })),
      seen_at: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'When it was seen, for a device that had no connection. Default: now.',
        }),
      ),
      user_id: Type.Optional(Id),
      car_id: Type.Optional(Id),
      confirmed_plate: Type.Optional(
        Type.Boolean({
          description: 'A person compared the plate with a photo. Needs at least one photo.',
        }),
      ),
    }),
    response: { 201: StaffFine },
  },
})

export const listUserFinesRoute = route({
  method: 'GET',
  url: '/api/v1/fines/lots/:lot_id/users/:user_id',
  config: {
    access: [...grants.staff, 'resource_owner'],
    errors: [],
    subject: { ...lot, resource_owner_name: 'user_id' },
  },
  schema: {
    summary: 'List the warnings and fines of a person in a lot, newest first',
    tags: ['fines'],
    params: Type.Object({ lot_id: Id, user_id: Id }),
    response: {
      200: Type.Object({ items: Type.Array(Type.Object({ ...fineFacts, explanation: OwnFineExplanation })) }),
    },
  },
})

export const refundFineRoute = route({
  method: 'POST',
  url: '/api/v1/fines/:fine_id/refund',
  config: {
    access: admins,
    errors: ['not_refundable', 'recent_sign_in_required'],
    subject,
    idempotent: 'required',
  },
  schema: {
    summary: 'Refund all or part of a paid fine. Above the lot’s limit, another admin must approve it',
    tags: ['fines'],
    params: FineParams,
    body: StrictObject({
      amount_cents: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
      reason: Note(500),
    }),
    response: { 200: Type.Object({ fine: StaffFine, refund: Refund }) },
  },
})

export const listFinesRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/fines',
  config: { access: grants.staff, errors: [], subject: lot },
  schema: {
    summary: 'List the warnings and fines of a lot, newest first',
    tags: ['fines'],
    params: LotParams,
    querystring: Type.Object({
      ...PageQuery,
      status: Type.Optional(StringEnum(fineStatuses)),
      reason: Type.Optional(StringEnum(fineReasons)),
      plate: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
      appealed: Type.Optional(Type.Boolean({ description: 'Only those whose appeal waits for the staff.' })),
      overdue: Type.Optional(Type.Boolean({ description: 'Only unpaid ones after their due date.' })),
    }),
    response: { 200: Page(StaffFine) },
  },
})

export const getFineRoute = route({
  method: 'GET',
  url: '/api/v2/fines/:fine_id',
  config: { access: grants.staff, errors: [], subject },
  schema: {
    summary: 'Get a warning or fine',
    tags: ['fines'],
    params: FineParams,
    response: { 200: StaffFine },
  },
})

export const voidFineRoute = route({
  method: 'POST',
  url: '/api/v2/fines/:fine_id/void',
  config: { access: ['admin', 'super_admin'], errors: ['fine_voided'], subject, idempotent: true },
  schema: {
    summary: 'Void a warning or fine. What was paid is refunded, and the driver is notified',
    tags: ['fines'],
    params: FineParams,
    body: StrictObject({ note: Note(500) }),
    response: { 200: StaffFine },
  },
})

export const decideFineAppealRoute = route({
  method: 'POST',
  url: '/api/v2/fines/:fine_id/appeal/decide',
  config: {
    access: ['admin', 'super_admin'],
    errors: ['appeal_decided', 'fine_voided'],
    subject,
    idempotent: true,
  },
  schema: {
    summary: 'Accept or decline the appeal. Accepting it voids the fine and refunds what was paid',
    tags: ['fines'],
    params: FineParams,
    body: StrictObject({
      decision: StringEnum(['ACCEPTED', 'DECLINED'] as const),
      answer: Note(1000),
    }),
    response: { 200: StaffFine },
  },
})

/** The paper of a printed notice. */
export const noticePapers = ['THERMAL', 'PAGE'] as const

export const printFineRoute = route({
  method: 'GET',
  url: '/api/v2/fines/:fine_id/notice',
  config: { access: grants.staff, errors: [], subject, weight: 20 },
  schema: {
    summary: 'Get the notice for the windshield as a PDF, with a QR code',
    tags: ['fines'],
    params: FineParams,
    querystring: Type.Object({
      paper: Type.Optional(
        StringEnum(noticePapers, {
          description: 'THERMAL: a strip of 80 mm. PAGE: A4 or Letter, whatever the country of the lot uses.',
        }),
      ),
    }),
    response: { 200: FileAnswer('application/pdf', 'A tagged PDF with embedded fonts.') },
  },
})

/** The chain of evidence. docs/fine-evidence.md says how to verify it. */
export const FineEvidence = Type.Object({
  version: Type.Literal(1),
  facts: Nullable(
    Type.String({
      description: 'JSON. The first event has the SHA-256 of this text. Null after its person was forgotten.',
    }),
  ),
  events: Type.Array(
    Type.Object({
      payload: Type.String({ description: 'JSON, with the hash of the event before it.' }),
      hash: Type.String({ description: 'SHA-256 of the payload, in hexadecimal.' }),
    }),
  ),
  photos: Type.Array(
    Type.Object({
      id: Id,
      webp_base64: Type.String({ description: 'The photo. An event has the SHA-256 of its bytes.' }),
    }),
    {
      description:
        'Photos are deleted 90 days after the last day of appeals. Those of an appeal are only for the staff and its sender.',
    },
  ),
})
export type FineEvidence = Static<typeof FineEvidence>

export const getFineEvidenceRoute = route({
  method: 'GET',
  url: '/api/v2/fines/:fine_id/evidence',
  config: { access: [...grants.staff, 'resource_owner'], errors: [], subject, weight: 20 },
  schema: {
    summary: 'Get the evidence: facts, photos, and events, chained by hashes',
    tags: ['fines'],
    params: FineParams,
    response: { 200: FineEvidence },
  },
})
