import { phoneFaults } from '@openspot/core/phones/faults.ts'
import { plateProblemKinds } from '@openspot/core/plates/plate-entry.ts'
import {
  importFailures,
  importStages,
  importStatuses,
  leaseStatuses,
  missedFailures,
  residentActions,
  residentDecisions,
  residentSeverities,
  residentValidationCodes,
  vendorWarnings,
} from '@openspot/core/residents/enums.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, LotParams, Nullable, Page, PageQuery, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const readers = ['admin', 'super_admin', 'platform_admin'] as const
const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const theImport = { kind: 'data_source_import', in: 'params', name: 'import_id' } as const
const ImportParams = Type.Object({ import_id: Id })
const LocalDate = Type.String({ description: 'A date (YYYY-MM-DD).' })

export const ResidentImport = Type.Object({
  id: Id,
  lot_id: Id,
  data_source_id: Id,
  data_source_name: Type.String(),
  status: StringEnum(importStatuses),
  stage: StringEnum(importStages, {
    description: 'How far it is. PREVIEW waits for a person, who applies or discards it.',
  }),
  is_preview: Type.Boolean(),
  is_complete: Type.Boolean({ description: 'Whether all properties were read completely.' }),
  missed_properties: Type.Array(Type.String()),
  missed: Type.Optional(
    Type.Array(
      Type.Object({
        property_id: Type.String(),
        name: Type.String({ description: 'Its ID if the system no longer lists it.' }),
        failure: StringEnum(missedFailures, {
          description: 'UNAVAILABLE: it could not be reached. VENDOR: the system answered with an error.',
        }),
        text: Type.String({ description: 'What the system said.' }),
      }),
      {
        description:
          'Why each of `missed_properties` could not be read. Absent in answers of the release before; empty for earlier imports.',
      },
    ),
  ),
  warnings: Type.Array(
    Type.Object({
      code: StringEnum(vendorWarnings),
      text: Type.String({ description: 'What the system said, without credentials and personal data.' }),
      property_id: Type.String(),
    }),
    { description: 'What the system said while it was read, although reading went on.' },
  ),
  expires_at: Nullable(Instant, {
    description: 'When a preview that nobody applies is discarded; null for everything else.',
  }),
  failure: Nullable(StringEnum(importFailures)),
  failure_text: Nullable(Type.String(), { description: 'What the system said.' }),
  rows_read: Type.Integer(),
  rows_checked: Type.Integer(),
  rows_applied: Type.Integer(),
  rows_waiting: Type.Integer({ description: 'Rows about which staff have to decide.' }),
  action_counts: Type.Record(Type.String(), Type.Integer(), { description: 'Rows by what becomes of them.' }),
  code_counts: Type.Record(Type.String(), Type.Integer(), { description: 'Rows by validation code.' }),
  can_undo: Type.Boolean({
    description: 'Whether it is the last one applied and no later one is open, so that it can be undone.',
  }),
  can_apply: Type.Boolean({
    description: 'Whether it is a preview, or was stopped and the residents were not read again since.',
  }),
  created_at: Instant,
  finished_at: Nullable(Instant),
})
export type ResidentImport = Static<typeof ResidentImport>

export const ImportRow = Type.Object({
  row_no: Type.Integer(),
  person_id: Type.String({ description: 'The ID of the person in the system.' }),
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  unit: Nullable(Type.String()),
  lease_status: Nullable(StringEnum(leaseStatuses)),
  status_raw: Nullable(Type.String({ description: 'The status of the lease in the words of the system.' })),
  access_from: Nullable(LocalDate),
  access_until: Nullable(LocalDate),
  action: Nullable(StringEnum(residentActions), { description: 'Null until the row was checked.' }),
  severity: Nullable(StringEnum(residentSeverities)),
  codes: Type.Array(StringEnum(residentValidationCodes)),
  phone_fault: Nullable(StringEnum(phoneFaults), {
    description: 'With INVALID_PHONE: what is wrong with the first number of the person.',
  }),
  unusable_plate: Nullable(
    Type.Object({
      plate: Type.String(),
      kind: StringEnum(plateProblemKinds),
      character: Type.Optional(Type.String()),
      suggestion: Type.Optional(Nullable(Type.String())),
    }),
    {
      description:
        'With INVALID_PLATE: the license plate that is not imported, and the character that is on no plate.',
    },
  ),
  candidates: Type.Array(
    Type.Object({ user_id: Id, name: Nullable(Type.String()), email: Nullable(Type.String()) }),
    {
      description: 'People between whom staff have to decide.',
    },
  ),
  duplicate_of: Nullable(
    Type.Object({
      row_no: Type.Integer(),
      name: Nullable(Type.String()),
      unit: Nullable(Type.String()),
      shares: StringEnum(['email', 'phone'] as const),
    }),
    {
      description:
        'With POSSIBLE_DUPLICATE: the row of the same import with the same email address or phone number. Null if it is someone of the lot.',
    },
  ),
  suggests: Type.Object({ email: Type.Optional(Type.String()), phone: Type.Optional(Type.String()) }),
  decision: Nullable(StringEnum(residentDecisions)),
  is_applied: Type.Boolean(),
  is_undone: Type.Boolean(),
  is_kept: Type.Boolean({
    description: 'Whether undoing left it as it is, because the person had accepted or booked.',
  }),
  has_failed: Type.Boolean({
    description: 'Whether applying it failed because of a fault of ours. The operator has been notified.',
  }),
})
export type ImportRow = Static<typeof ImportRow>

export const listImportsRoute = route({
  method: 'GET',
  url: '/api/v1/data-source/imports/lot/:lot_id',
  config: { access: readers, errors: [], subject: lot },
  schema: {
    summary: 'List the imports of a lot, newest first, and how the newest went',
    tags: ['data sources'],
    params: LotParams,
    querystring: Type.Object(PageQuery),
    response: {
      200: Type.Intersect([
        Page(ResidentImport),
        Type.Object({
          status: StringEnum(importStatuses, {
            description: 'The status of the newest import; NOT_FOUND if there was none yet.',
          }),
        }),
      ]),
    },
  },
})

export const getImportRoute = route({
  method: 'GET',
  url: '/api/v1/data-source/imports/:import_id',
  config: { access: readers, errors: [], subject: theImport },
  schema: {
    summary: 'Get an import and how far it is',
    tags: ['data sources'],
    params: ImportParams,
    response: { 200: ResidentImport },
  },
})

export const listImportRowsRoute = route({
  method: 'GET',
  url: '/api/v1/data-source/imports/:import_id/rows',
  config: { access: readers, errors: [], subject: theImport },
  schema: {
    summary: 'List the rows of an import with what becomes of them and why',
    tags: ['data sources'],
    params: ImportParams,
    querystring: Type.Object({
      ...PageQuery,
      action: Type.Optional(StringEnum(residentActions)),
      code: Type.Optional(StringEnum(residentValidationCodes)),
    }),
    response: { 200: Page(ImportRow) },
  },
})

export const applyImportRoute = route({
  method: 'POST',
  url: '/api/v1/data-source/imports/:import_id/apply',
  config: { access: readers, errors: ['import_not_possible'], subject: theImport },
  schema: {
    summary:
      'Apply a preview. A run that was stopped because it would end many memberships needs an owner’s confirmation',
    tags: ['data sources'],
    params: ImportParams,
    body: StrictObject({
      despite_removals: Type.Optional(
        Type.Boolean({ description: 'Confirms that many memberships may end. Only for owners.' }),
      ),
    }),
    response: { 200: ResidentImport },
  },
})

export const discardImportRoute = route({
  method: 'POST',
  url: '/api/v1/data-source/imports/:import_id/discard',
  config: { access: readers, errors: ['import_not_possible'], subject: theImport },
  schema: {
    summary: 'Discard a preview. Nothing of the lot has changed',
    tags: ['data sources'],
    params: ImportParams,
    response: { 200: ResidentImport },
  },
})

export const undoImportRoute = route({
  method: 'POST',
  url: '/api/v1/data-source/imports/:import_id/undo',
  config: { access: readers, errors: ['import_not_possible'], subject: theImport },
  schema: {
    summary: 'Undo the last import of a data source. People who accepted an invitation meanwhile stay',
    tags: ['data sources'],
    params: ImportParams,
    response: { 200: ResidentImport },
  },
})

export const decideImportRowRoute = route({
  method: 'POST',
  url: '/api/v1/data-source/imports/:import_id/rows/:row_no/decision',
  config: { access: readers, errors: ['import_not_possible'], subject: theImport },
  schema: {
    summary: 'Decide what becomes of a row that needs a person. The next import remembers it',
    tags: ['data sources'],
    params: Type.Object({ import_id: Id, row_no: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
    body: StrictObject({
      decision: StringEnum(residentDecisions, {
        description:
          'IMPORT: a new person. LINK: the person `user_id`. END: no longer a resident. IGNORE: leave everything as it is.',
      }),
      user_id: Type.Optional(Id),
    }),
    response: { 200: ImportRow },
  },
})

export const Resident = Type.Object({
  id: Id,
  user_id: Nullable(Id),
  data_source_id: Id,
  data_source_name: Type.String(),
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  unit: Nullable(Type.String()),
  lease_status: StringEnum(leaseStatuses),
  access_from: Nullable(LocalDate),
  access_until: Nullable(LocalDate),
  is_current: Type.Boolean({ description: 'Whether they live there today.' }),
  has_joined: Type.Boolean({ description: 'Whether they accepted the invitation and are a member.' }),
  suggested_email: Nullable(Type.String(), {
    description: 'The address that the system says is new. The person signs in with another.',
  }),
  suggested_phone: Nullable(Type.String()),
})
export type Resident = Static<typeof Resident>

export const listResidentsRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/residents',
  config: { access: readers, errors: [], subject: lot },
  schema: {
    summary: 'List the residents of a lot as its data sources say, by unit and name',
    tags: ['data sources'],
    params: LotParams,
    querystring: Type.Object({
      ...PageQuery,
      q: Type.Optional(Type.String({ maxLength: 100 })),
      is_current: Type.Optional(Type.Boolean()),
    }),
    response: { 200: Page(Resident) },
  },
})
