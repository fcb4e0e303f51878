import type { Input } from '@openspot/contract/call.ts'
import type { createDataSourceRoute, patchDataSourceRoute } from '@openspot/contract/people/data-sources.ts'
import {
  type CredentialForm,
  type CredentialSource,
  credentialForms,
  credentialProblems,
} from '@openspot/core/residents/credentials.ts'
import type { IntegrationProvider } from '@openspot/core/residents/enums.ts'
import { statusKey } from '@openspot/core/residents/lease-status.ts'
import { dataSourcesPerLot } from '@openspot/core/residents/limits.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { lockLimit } from '../../limits.sql.ts'
import { readName, refuseTaken } from '../../names.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { isRuleSet } from '../groups/groups.sql.ts'
import { sealSecrets } from './connection.ts'
import {
  countDataSources,
  insertDataSource,
  lockDataSource,
  type StoredDataSource,
  updateDataSource,
} from './data-sources.sql.ts'

type Created = Input<typeof createDataSourceRoute>['body']
type Changed = Input<typeof patchDataSourceRoute>['body']
type Values = Readonly<Record<string, string>>

const subjectOf = (id: string) => ({ subject_kind: 'data_source', subject_id: id })

/** Adds a data source with credentials that have not been checked yet. Returns its id. */
export async function makeDataSource(
  app: FastifyInstance,
  request: FastifyRequest,
  body: Created,
): Promise<string> {
  const lot_id = lotOf(request)
  const { kind, provider, connection = {}, secrets = {}, name: given, ...settings } = body
  const name = readName(given, 80)
  if ((kind === 'FILE') !== (provider === undefined))
    refuseField('provider', (t) => t('apiErrors.residents.provider'))
  if (provider !== undefined) refuseCredentials(provider, connection, secrets)
  const id = app.ports.id()
  const at = app.ports.now().toISOString()
  await refuseTaken('data_sources_name', 'name', () =>
    app.db.transaction().execute(async (tx) => {
      await lockLimit(tx, 'data_sources', lot_id)
      if ((await countDataSources(tx, lot_id)) >= dataSourcesPerLot) refuse('data_source_limit')
      await refuseRuleSet(tx, lot_id, settings.rule_set_id)
      await insertDataSource(tx, {
        ...columnsOf(settings),
        id,
        lot_id,
        kind,
        provider: provider ?? null,
        name,
        connection: JSON.stringify(connection),
        sealed_secrets: provider === undefined ? null : sealSecrets(app, secrets),
        // Files need no credentials.
        ...(kind === 'FILE'
          ? { credential_status: 'VERIFIED' as const, integration_status: 'ENABLED' as const }
          : {}),
        created_by_user_id: callerOf(request).user_id,
        created_at: at,
        changed_at: at,
      })
      const details = { kind, provider, name, connection, ...settings }
      await writeAudit(tx, request, { action: 'data_source.create', ...subjectOf(id), details })
    }),
  )
  return id
}

/** Changes a data source. Returns whether its credentials are new, so that they have to be checked. */
export async function changeDataSource(
  app: FastifyInstance,
  request: FastifyRequest,
  id: string,
  body: Changed,
): Promise<boolean> {
  refuseNoChange(body)
  const { name, connection, secrets, integration_status, ...settings } = body
  return refuseTaken('data_sources_name', 'name', () =>
    app.db.transaction().execute(async (tx) => {
      const before = (await lockDataSource(tx, id)) ?? refuse('not_found')
      if (before.integration_status === 'ARCHIVED') refuse('data_source_archived')
      await refuseRuleSet(tx, before.lot_id, settings.rule_set_id)
      const credentials = credentialColumns(app, before, connection, secrets)
      const now = app.ports.now()
      await updateDataSource(tx, id, {
        ...columnsOf(settings),
        ...(name === undefined ? {} : { name: readName(name, 80) }),
        ...credentials,
        ...(integration_status === undefined
          ? {}
          : statusColumns(before, integration_status, credentials !== null, now)),
        changed_at: now.toISOString(),
      })
      const details = {
        ...settings,
        name,
        connection,
        integration_status,
        has_new_secrets: secrets !== undefined,
      }
      await writeAudit(tx, request, { action: 'data_source.change', ...subjectOf(id), details })
      return credentials !== null && integration_status !== 'ARCHIVED'
    }),
  )
}

/**
 * Returns the columns of new credentials; null if they stay. The secrets must be entered again; otherwise a person who may change
 * the address could send the stored ones to a server of their own.
 */
function credentialColumns(
  app: FastifyInstance,
  before: StoredDataSource,
  connection: Values | undefined,
  secrets: Values | undefined,
) {
  if (connection === undefined && secrets === undefined) return null
  if (before.provider === null) return refuseField('connection', (t) => t('apiErrors.residents.provider'))
  const next = connection ?? before.connection
  if (secrets === undefined) {
    if (isSame(next, before.connection)) return null
    return refuse('secrets_needed', { field: 'secrets' })
  }
  refuseCredentials(before.provider, next, secrets)
  return {
    connection: JSON.stringify(next),
    sealed_secrets: sealSecrets(app, secrets),
    credential_status: 'PENDING_CREDENTIAL_VALIDATION' as const,
    credential_message: null,
    unreachable_since: null,
  }
}

const isSame = (a: Values, b: Values) =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => b[name] === value)

/** Enabling needs verified credentials and a property, and syncs at once. Archiving erases the secrets and is final. */
function statusColumns(
  before: StoredDataSource,
  status: Changed['integration_status'],
  isNew: boolean,
  now: Date,
) {
  if (status === 'ARCHIVED') return { integration_status: status, sealed_secrets: null, next_sync_at: null }
  if (status === 'DISABLED' || before.kind === 'FILE')
    return { integration_status: status, next_sync_at: null }
  const isReady = before.credential_status === 'VERIFIED' && !isNew && before.mapped.length > 0
  if (!isReady) refuse('data_source_not_ready', { field: 'integration_status' })
  return { integration_status: status, next_sync_at: now.toISOString() }
}

async function refuseRuleSet(tx: Tx, lot_id: string, rule_set_id: string | null | undefined): Promise<void> {
  if (rule_set_id === undefined || rule_set_id === null) return
  if (!(await isRuleSet(tx, lot_id, rule_set_id)))
    refuseField('rule_set_id', (t) => t('apiErrors.residents.ruleSetUnknown'))
}

function columnsOf(settings: Pick<Changed, 'status_meanings' | 'excluded_statuses'> & object) {
  const { status_meanings, ...columns } = settings
  if (status_meanings === undefined) return columns
  const meanings = Object.entries(status_meanings).map(([raw, meaning]) => [statusKey(raw), meaning])
  return { ...columns, status_meanings: JSON.stringify(Object.fromEntries(meanings)) }
}

function refuseCredentials(provider: IntegrationProvider, connection: Values, secrets: Values): void {
  const form = formFor(provider, connection)
  const { source: _source, extras: _extras, ...values } = connection
  for (const [values_of, is_secret, part] of [
    [values, false, 'connection'],
    [secrets, true, 'secrets'],
  ] as const) {
    const wrong = Object.keys(values_of).find(
      (name) => !form.fields.some((one) => one.name === name && one.is_secret === is_secret),
    )
    if (wrong !== undefined) refuseField(`${part}.${wrong}`, (t) => t('apiErrors.residents.fieldUnknown'))
  }
  const [problem] = credentialProblems(form, { ...values, ...secrets })
  if (!problem) return
  const part = form.fields.some(({ name, is_secret }) => name === problem.field && is_secret)
    ? 'secrets'
    : 'connection'
  refuseField(`${part}.${problem.field}`, (t) => t(`apiErrors.residents.credentials.${problem.problem}`))
}

function formFor(provider: IntegrationProvider, connection: Values): CredentialForm {
  const forms = credentialForms.filter((one) => one.provider === provider)
  const source = connection['source'] as CredentialSource | undefined
  const form = source === undefined ? forms[0] : forms.find((one) => one.source === source)
  return form ?? refuseField('connection.source', (t) => t('apiErrors.residents.sourceUnknown'))
}

const refuseField = (field: string, message: Message): never => refuse('request_invalid', { field, message })
