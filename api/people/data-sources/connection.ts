import {
  type CredentialSource,
  credentialForms,
  credentialSources,
  listOfValues,
  residentExtras,
} from '@openspot/core/residents/credentials.ts'
import type { IntegrationProvider } from '@openspot/core/residents/enums.ts'
import type { FastifyInstance } from 'fastify'
import { connectorFor } from '../connectors/connector.ts'
import type { Connector } from '../connectors/reading/connection.ts'
import type { StoredDataSource } from './data-sources.sql.ts'

/** What the key is for by which the secrets of data sources are encrypted. */
export const sealFor = 'data source'

export type ConnectionDeps = Pick<FastifyInstance, 'ports' | 'secrets' | 'vendors'>

/** Encrypts the secrets of a connection for the database. */
export const sealSecrets = (
  { ports, secrets }: Pick<ConnectionDeps, 'ports' | 'secrets'>,
  values: Readonly<Record<string, string>>,
): string => secrets.seal(sealFor, JSON.stringify(values), ports.random(12))

/** Returns the connector of a data source with its secrets. Throws if they were encrypted with a key that is gone. */
export function connectorOf(deps: ConnectionDeps, source: StoredDataSource): Connector {
  const { provider, connection, sealed_secrets } = source
  if (provider === null) throw new Error('A data source of files has no connection.')
  const opened = sealed_secrets === null ? '{}' : deps.secrets.unseal(sealFor, sealed_secrets)
  if (opened === null) throw new Error(`The secrets of data source ${source.id} cannot be decrypted.`)
  const secrets = JSON.parse(opened) as Record<string, string>
  const { source: way, extras = '', ...values } = connection
  return connectorFor(
    provider,
    {
      source: credentialSources.find((one) => one === way) ?? sourceOf(provider),
      values: { ...values, ...secrets },
      extras: residentExtras.filter((one) => listOfValues(extras).includes(one)),
    },
    deps.vendors,
  )
}

/** The way in which a provider is read if nothing was chosen. */
const sourceOf = (provider: IntegrationProvider): CredentialSource =>
  credentialForms.find((form) => form.provider === provider)?.source ?? 'API'
