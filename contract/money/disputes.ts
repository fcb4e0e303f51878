import {
  disputeFileKinds,
  evidenceFailures,
  evidenceLimits,
  evidenceStates,
  evidenceTypes,
} from '@openspot/core/disputes/enums.ts'
import { type Static, Type } from 'typebox'
import {
  FileAnswer,
  Id,
  Instant,
  NoContent,
  Nullable,
  Page,
  PageQuery,
  StrictObject,
  StringEnum,
  Upload,
} from '../common.ts'
import { route } from '../route.ts'
import { LotDispute } from './adjustments.ts'
import { PayingLot } from './payouts.ts'

const admins = ['admin', 'super_admin', 'platform_admin'] as const
const subject = { kind: 'dispute', in: 'params', name: 'dispute_id' } as const
const DisputeParams = Type.Object({ dispute_id: Id })
const FileParams = Type.Object({ dispute_id: Id, file_kind: StringEnum(disputeFileKinds) })

const EvidenceText = Type.Optional(Nullable(Type.String({ maxLength: evidenceLimits.text_length })))

export const Evidence = Type.Object({
  state: StringEnum(evidenceStates, {
    description:
      'DRAFT: not sent. SENDING: on its way. SUBMITTED: the bank has it, and it can’t be changed. FAILED: not accepted; correct it and submit it again.',
  }),
  failure: Nullable(
    StringEnum(evidenceFailures, {
      description: 'Only of FAILED. TOO_LATE: the bank no longer waits for it.',
    }),
  ),
  is_stuck: Type.Boolean({
    description:
      'Only of SENDING: the provider could not be reached for 24 hours, and no further attempt follows. Submit it again as it is.',
  }),
  submitted_at: Nullable(Instant),
  submitted_by: Nullable(Type.String()),
  texts: Type.Object({
    product_description: Nullable(Type.String({ description: 'What was paid for.' })),
    refund_refusal_explanation: Nullable(Type.String({ description: 'Why it was not refunded.' })),
    cancellation_rebuttal: Nullable(Type.String({ description: 'Why it was not canceled in time.' })),
    uncategorized_text: Nullable(Type.String({ description: 'Anything else.' })),
  }),
  files: Type.Array(
    Type.Object({
      kind: StringEnum(disputeFileKinds),
      name: Type.String(),
      content_type: StringEnum(evidenceTypes),
      size_bytes: Type.Integer(),
    }),
  ),
})
export type Evidence = Static<typeof Evidence>

export const DisputeDetail = Type.Object({
  ...LotDispute.properties,
  lot: PayingLot,
  awaits_evidence: Type.Boolean({ description: 'Whether evidence can be changed and submitted now.' }),
  evidence: Evidence,
})
export type DisputeDetail = Static<typeof DisputeDetail>

export const getDisputeRoute = route({
  method: 'GET',
  url: '/api/v1/disputes/:dispute_id',
  config: { access: admins, errors: [], subject },
  schema: {
    summary: 'Get a dispute with the evidence for the bank',
    tags: ['payments'],
    params: DisputeParams,
    response: { 200: DisputeDetail },
  },
})

export const patchEvidenceRoute = route({
  method: 'PATCH',
  url: '/api/v1/disputes/:dispute_id/evidence',
  config: { access: admins, errors: ['evidence_closed'], subject },
  schema: {
    summary: 'Change the texts of the evidence. Nothing is sent until it is submitted',
    tags: ['payments'],
    params: DisputeParams,
    body: StrictObject({
      product_description: EvidenceText,
      refund_refusal_explanation: EvidenceText,
      cancellation_rebuttal: EvidenceText,
      uncategorized_text: EvidenceText,
    }),
    response: { 200: DisputeDetail },
  },
})

export const putEvidenceFileRoute = route({
  method: 'PUT',
  url: '/api/v1/disputes/:dispute_id/evidence/files/:file_kind',
  config: {
    access: admins,
    errors: ['evidence_closed', 'evidence_too_large', 'file_not_usable'],
    subject,
    limit: { max: 60, minutes: 60, per: 'person' },
    weight: 20,
  },
  schema: {
    summary: 'Upload a file of the evidence. It replaces the one of the same kind',
    tags: ['payments'],
    params: FileParams,
    body: Upload('file', 'A PDF, JPEG, or PNG. All files of a dispute together may have 4.5 MB.'),
    response: { 200: DisputeDetail },
  },
})

export const getEvidenceFileRoute = route({
  method: 'GET',
  url: '/api/v1/disputes/:dispute_id/evidence/files/:file_kind',
  config: { access: admins, errors: [], subject },
  schema: {
    summary:
      'Get a file of the evidence as it was uploaded. Files are deleted 180 days after the dispute was decided',
    tags: ['payments'],
    params: FileParams,
    response: { 200: FileAnswer(evidenceTypes, 'The file, with the name that it was uploaded under.') },
  },
})

export const deleteEvidenceFileRoute = route({
  method: 'DELETE',
  url: '/api/v1/disputes/:dispute_id/evidence/files/:file_kind',
  config: { access: admins, errors: ['evidence_closed'], subject },
  schema: {
    summary: 'Remove a file of the evidence',
    tags: ['payments'],
    params: FileParams,
    response: { 204: NoContent },
  },
})

export const submitEvidenceRoute = route({
  method: 'POST',
  url: '/api/v1/disputes/:dispute_id/evidence/submit',
  config: { access: admins, errors: ['evidence_closed', 'evidence_empty'], subject },
  schema: {
    summary:
      'Submit the evidence to the bank. It is sent in the background and can’t be changed afterwards, unless it is not accepted. Evidence that is stuck is sent again as it is',
    tags: ['payments'],
    params: DisputeParams,
    response: { 200: DisputeDetail },
  },
})

export const PlatformDispute = Type.Object({
  ...LotDispute.properties,
  lot: PayingLot,
  evidence_state: StringEnum(evidenceStates),
  is_stuck: Type.Boolean({
    description: 'Whether the evidence could not be sent and must be submitted again.',
  }),
})
export type PlatformDispute = Static<typeof PlatformDispute>

export const listPlatformDisputesRoute = route({
  method: 'GET',
  url: '/api/v1/platform/disputes',
  config: { access: ['platform_admin'], errors: [] },
  schema: {
    summary: 'List the disputes of all lots, newest first; with needs_evidence, the nearest deadline first',
    tags: ['platform'],
    querystring: Type.Object({
      ...PageQuery,
      open: Type.Optional(Type.Boolean({ description: 'Only open or only closed disputes.' })),
      needs_evidence: Type.Optional(
        Type.Boolean({
          description:
            'Only those whose bank waits for evidence, or whose evidence must be submitted again. `open` is ignored then.',
        }),
      ),
    }),
    response: { 200: Page(PlatformDispute) },
  },
})
