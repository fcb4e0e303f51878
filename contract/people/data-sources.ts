import {
  contactRules,
  credentialStatuses,
  dataSourceKinds,
  integrationProviders,
  integrationStatuses,
  leaseStatuses,
  residentGroupings,
  roommateRules,
  syncJobStatuses,
  syncTriggers,
} from '@openspot/core/residents/enums.ts'
import { type ResidentFileField, residentFileFields } from '@openspot/core/residents/file-fields.ts'
import { type Static, Type } from 'typebox'
import {
  Id,
  Instant,
  LotParams,
  Nullable,
  PlainName,
  StrictObject,
  StringEnum,
  TableSeparator,
  Upload,
} from '../common.ts'
import { route } from '../route.ts'
import { ResidentImport } from './resident-imports.ts'

const readers = ['admin', 'super_admin', 'platform_admin'] as const
/** Connecting hands credentials of a third party to us and can add many people, so it is for owners. */
const owners = ['super_admin', 'platform_admin'] as const
const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const dataSource = { kind: 'data_source', in: 'params', name: 'data_source_id' } as const
const DataSourceParams = Type.Object({ data_source_id: Id })

const settings = {
  contact_rule: StringEnum(contactRules, {
    description:
      'Which contact a person must have to be imported: either, an email address, a phone number, or both.',
  }),
  early_in_days: Type.Integer({
    minimum: 0,
    maximum: 90,
    description: 'Days before moving in from which a resident has access.',
  }),
  late_out_days: Type.Integer({
    minimum: 0,
    maximum: 90,
    description: 'Days after moving out during which a resident keeps access.',
  }),
  requires_lease_end: Type.Boolean({ description: 'Whether a future lease must have an end.' }),
  requires_move_out: Type.Boolean({
    description: 'Whether a resident on notice must have a day of moving out.',
  }),
  roommates: StringEnum(roommateRules, {
    description: 'Which people of a household besides its head are imported.',
  }),
  imports_vehicles: Type.Boolean({
    description: 'Whether vehicles are imported for people who have not signed in yet.',
  }),
  grouping: StringEnum(residentGroupings, {
    description: 'Whether residents are put into a group for their unit, for their building, or into none.',
  }),
  rule_set_id: Nullable(Id, { description: 'The rule set of the groups that an import creates.' }),
  sends_invites: Type.Boolean({ description: 'Whether new residents are invited.' }),
  excluded_statuses: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
    maxItems: 50,
    description: 'Lease statuses that are left out, as the system says them.',
  }),
  status_meanings: Type.Record(Type.String({ minLength: 1, maxLength: 60 }), StringEnum(leaseStatuses), {
    maxProperties: 50,
    description: 'What lease statuses mean that are not known, by their text in lower case.',
  }),
  sync_hours: Type.Integer({ minimum: 1, maximum: 168, description: 'Hours between two syncs.' }),
}

/** Values by the name of the field: core/residents/credentials.ts has the fields of each system. */
const Connection = Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 4000 }), {
  maxProperties: 20,
  description: 'The fields of the system that are not secret, such as its address.',
})
const Secrets = Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 8000 }), {
  maxProperties: 10,
  description: 'The secret fields of the system. Stored encrypted and never returned.',
})

export const DataSourceProperty = Type.Object({
  property_id: Type.String(),
  name: Type.String(),
  address: Nullable(Type.String()),
  is_mapped: Type.Boolean({ description: 'Whether its residents belong to the lot.' }),
  is_listed: Type.Boolean({ description: 'Whether the system listed it when it was last asked.' }),
  pulled_at: Nullable(Instant, { description: 'When all of its residents were last read.' }),
  problem: Nullable(Type.String(), { description: 'Why its residents could not be read the last time.' }),
})

export const SyncJob = Type.Object({
  id: Id,
  import_id: Id,
  trigger: StringEnum(syncTriggers),
  status: StringEnum(syncJobStatuses),
  created_at: Instant,
  started_at: Nullable(Instant),
  finished_at: Nullable(Instant),
})

export const DataSource = Type.Object({
  id: Id,
  lot_id: Id,
  kind: StringEnum(dataSourceKinds),
  provider: Nullable(StringEnum(integrationProviders), { description: 'Null for files.' }),
  name: Type.String(),
  connection: Type.Record(Type.String(), Type.String()),
  has_secrets: Type.Boolean(),
  credential_status: StringEnum(credentialStatuses),
  credential_message: Nullable(Type.String(), {
    description: 'What the system said when it rejected the credentials.',
  }),
  checked_at: Nullable(Instant, { description: 'When the credentials were last checked.' }),
  unreachable_since: Nullable(Instant, { description: 'Since when the system could not be reached.' }),
  integration_status: StringEnum(integrationStatuses),
  ...settings,
  file_mapping: Nullable(Type.Record(Type.String(), Type.String())),
  next_sync_at: Nullable(Instant),
  resident_count: Type.Integer({ description: 'People who live there now according to it.' }),
  properties: Type.Array(DataSourceProperty),
  last_job: Nullable(SyncJob),
  created_at: Instant,
})
export type DataSource = Static<typeof DataSource>

export const listDataSourcesRoute = route({
  method: 'GET',
  url: '/api/v1/data-sources/lots/:lot_id',
  config: { access: readers, errors: [], subject: lot },
  schema: {
    summary: 'List where the residents of a lot come from, with health and settings',
    tags: ['data sources'],
    params: LotParams,
    response: { 200: Type.Object({ items: Type.Array(DataSource) }) },
  },
})

export const createDataSourceRoute = route({
  method: 'POST',
  url: '/api/v1/data-sources/lots/:lot_id',
  config: { access: owners, errors: ['name_taken', 'data_source_limit'], subject: lot },
  schema: {
    summary:
      'Connect a property-management system, or add a place for files. The credentials are checked at once',
    tags: ['data sources'],
    params: LotParams,
    body: StrictObject({
      kind: StringEnum(dataSourceKinds),
      provider: Type.Optional(StringEnum(integrationProviders)),
      name: PlainName(80),
      connection: Type.Optional(Connection),
      secrets: Type.Optional(Secrets),
      ...Type.Partial(Type.Object(settings)).properties,
    }),
    response: { 201: DataSource },
  },
})

export const patchDataSourceRoute = route({
  method: 'PATCH',
  url: '/api/v1/data-sources/:data_source_id',
  config: {
    access: owners,
    errors: ['name_taken', 'secrets_needed', 'data_source_not_ready', 'data_source_archived'],
    subject: dataSource,
  },
  schema: {
    summary:
      'Change a data source. An address can be changed only together with the secrets; archiving erases them and cannot be undone',
    tags: ['data sources'],
    params: DataSourceParams,
    body: Type.Partial(
      Type.Object({
        name: PlainName(80),
        connection: Connection,
        secrets: Secrets,
        integration_status: StringEnum(integrationStatuses),
        ...settings,
      }),
      { additionalProperties: false },
    ),
    response: { 200: DataSource },
  },
})

export const patchDataSourcePropertiesRoute = route({
  method: 'PATCH',
  url: '/api/v1/data-sources/:data_source_id/properties',
  config: { access: owners, errors: ['data_source_archived'], subject: dataSource },
  schema: {
    summary: 'Choose which properties of a data source belong to the lot',
    tags: ['data sources'],
    params: DataSourceParams,
    body: StrictObject({
      property_ids: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 500,
        uniqueItems: true,
        description: 'All properties that belong to the lot.',
      }),
    }),
    response: { 200: DataSource },
  },
})

export const checkDataSourceRoute = route({
  method: 'POST',
  url: '/api/v1/data-sources/:data_source_id/check',
  config: {
    access: owners,
    errors: ['data_source_archived'],
    subject: dataSource,
    limit: { max: 20, minutes: 10, per: 'person' },
  },
  schema: {
    summary: 'Check the credentials of a data source again, and read its properties',
    tags: ['data sources'],
    params: DataSourceParams,
    response: { 200: DataSource },
  },
})

export const syncDataSourceRoute = route({
  method: 'POST',
  url: '/api/v1/data-sources/:data_source_id/sync',
  config: {
    access: readers,
    errors: ['data_source_not_ready', 'data_source_archived', 'sync_too_soon'],
    subject: dataSource,
  },
  schema: {
    summary:
      'Read the residents of a data source now, as a preview or to apply them. Returns the import that is running if there is one',
    tags: ['data sources'],
    params: DataSourceParams,
    body: StrictObject({
      is_preview: Type.Boolean({ description: 'Whether nothing is applied until a person says so.' }),
    }),
    response: { 200: ResidentImport },
  },
})

/** A file as it was understood: its columns, the first rows, and what the columns seem to mean. */
export const ResidentFile = Type.Object({
  id: Id,
  file_name: Type.String(),
  separator: Nullable(TableSeparator, { description: 'Null for workbooks.' }),
  row_count: Type.Integer(),
  refused_rows: Type.Array(Type.Object({ row_no: Type.Integer(), message: Type.String() }), {
    description:
      'The first rows of people with more or fewer cells than the header, by the number that a spreadsheet shows. The file can only be imported after they were corrected.',
  }),
  refused_count: Type.Integer(),
  columns: Type.Array(Type.String()),
  sample: Type.Array(Type.Array(Type.String())),
  mapping: Type.Record(Type.String(), Type.String(), {
    description:
      'The column of each field: the mapping of the previous file where it fits, otherwise a suggestion.',
  }),
})
export type ResidentFile = Static<typeof ResidentFile>

export const uploadResidentFileRoute = route({
  method: 'POST',
  url: '/api/v1/data-sources/:data_source_id/files',
  config: {
    access: readers,
    errors: ['data_source_archived'],
    subject: dataSource,
    limit: { max: 20, minutes: 10, per: 'person' },
    weight: 20,
  },
  schema: {
    summary:
      'Upload a list of residents (CSV or XLSX, at most 20 MB and 50,000 rows). Nothing is imported yet',
    tags: ['data sources'],
    params: DataSourceParams,
    body: Upload('file', 'CSV or XLSX.'),
    response: { 201: ResidentFile },
  },
})

/** The column of each field, by its name in `ResidentFile.columns`. */
const Mapping = Type.Unsafe<Partial<Record<ResidentFileField, string>>>(
  Type.Object(
    Object.fromEntries(
      residentFileFields.map((field) => [
        field,
        Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      ]),
    ),
    { additionalProperties: false, description: 'The column of each field.' },
  ),
)

export const importResidentFileRoute = route({
  method: 'POST',
  url: '/api/v1/data-sources/:data_source_id/files/:resident_file_id/import',
  config: { access: readers, errors: ['data_source_archived', 'import_running'], subject: dataSource },
  schema: {
    summary: 'Preview the import of an uploaded file. The mapping of columns is remembered for the next file',
    tags: ['data sources'],
    params: Type.Object({ data_source_id: Id, resident_file_id: Id }),
    body: StrictObject({
      mapping: Mapping,
      is_complete: Type.Boolean({
        description: 'Whether the file lists all residents, so that who is missing no longer lives there.',
      }),
    }),
    response: { 200: ResidentImport },
  },
})
