import {
  createDataSourceRoute,
  patchDataSourcePropertiesRoute,
  patchDataSourceRoute,
  syncDataSourceRoute,
} from '@openspot/contract/people/data-sources.ts'
import {
  applyImportRoute,
  discardImportRoute,
  getImportRoute,
  type ImportRow,
  listImportRowsRoute,
  type ResidentImport,
} from '@openspot/contract/people/resident-imports.ts'
import { credentialForms } from '@openspot/core/residents/credentials.ts'
import { type Resident, resident } from '@openspot/property-systems-stand-in/residents.ts'
import { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import { type TestApi, testApi } from '../../../testing/api.ts'
import { aLot } from '../../../testing/factories/lots.ts'
import { aMember, type Person } from '../../../testing/factories/people.ts'
import { valuesOf, type Way } from '../../connectors/testing/vendors.ts'

/** The settings with which a test's API reaches the stand-in on this machine. */
const vendorSettings = { OPENSPOT_VENDOR_NETWORKS: '127.0.0.1/32' }

/** A lot whose residents come from a property of a vendor. */
export interface Source {
  lot_id: string
  owner: Person
  id: string
  property_id: string
  /** Replaces the residents of the property in the vendor's system. */
  serve(residents: readonly Partial<Resident>[]): void
  /** Imports them: at once, or as a preview. Advances the clock past the pause between two syncs. */
  sync(of?: { is_preview?: boolean }): Promise<ResidentImport>
  /** Starts an import without working on it. */
  start(): Promise<ResidentImport>
  read(import_id: string): Promise<ResidentImport>
  rows(import_id: string): Promise<ImportRow[]>
  apply(import_id: string, despite_removals?: boolean): Promise<ResidentImport>
  discard(import_id: string): Promise<ResidentImport>
}

/** The API, and the vendors that it reaches. */
export interface Stand {
  api: TestApi
  server: PropertySystemsServer
  url: string
  close(): Promise<void>
}

/** Starts the API and the stand-in of the vendors, which has the same clock. */
export async function startStand(): Promise<Stand> {
  const api = await testApi(vendorSettings)
  const server = new PropertySystemsServer({ now: () => api.ports.now() })
  const url = `http://127.0.0.1:${await server.listen()}`
  return {
    api,
    server,
    url,
    async close() {
      await server.close()
      await api.close()
    },
  }
}

/** Connects a new lot to the first property of a vendor, and enables it. */
export async function aConnectedLot(
  { api, server, url }: Pick<Stand, 'api' | 'server' | 'url'>,
  { provider, source, property_id }: Way,
  settings: object = {},
  { lot = {}, extras = '' }: { lot?: Parameters<typeof aLot>[1]; extras?: string } = {},
): Promise<Source> {
  const { lot_id } = await aLot(api, lot)
  const owner = await aMember(api, lot_id, 'SUPER_ADMIN')
  const form = credentialForms.find((one) => one.provider === provider && one.source === source)
  const values = Object.entries(valuesOf(provider, source, url))
  const isSecret = (name: string) =>
    form?.fields.some((field) => field.name === name && field.is_secret) ?? false
  const { id } = await api.call(
    createDataSourceRoute,
    {
      params: { lot_id },
      body: {
        kind: 'CONNECTION',
        provider,
        name: 'Property system',
        connection: {
          source,
          ...(extras === '' ? {} : { extras }),
          ...Object.fromEntries(values.filter(([name]) => !isSecret(name))),
        },
        secrets: Object.fromEntries(values.filter(([name]) => isSecret(name))),
        ...settings,
      },
    },
    owner.token,
  )
  const params = { data_source_id: id }
  await api.call(
    patchDataSourcePropertiesRoute,
    { params, body: { property_ids: [property_id] } },
    owner.token,
  )
  await api.call(patchDataSourceRoute, { params, body: { integration_status: 'ENABLED' } }, owner.token)
  const start = (is_preview: boolean) => {
    api.ports.advance({ minutes: 11 })
    return api.call(syncDataSourceRoute, { params, body: { is_preview } }, owner.token)
  }
  const read = (import_id: string) => api.call(getImportRoute, { params: { import_id } }, owner.token)
  return {
    lot_id,
    owner,
    id,
    property_id,
    serve: (residents) => server.data.setResidents(provider, property_id, residents.map(resident)),
    start: () => start(false),
    async sync({ is_preview = false } = {}) {
      const started = await start(is_preview)
      await api.runJobs()
      return read(started.id)
    },
    read,
    async rows(import_id) {
      const { items } = await api.call(
        listImportRowsRoute,
        { params: { import_id }, query: { limit: 100 } },
        owner.token,
      )
      return items
    },
    async apply(import_id, despite_removals) {
      const body = despite_removals === undefined ? {} : { despite_removals }
      await api.call(applyImportRoute, { params: { import_id }, body }, owner.token)
      await api.runJobs()
      return read(import_id)
    },
    discard: (import_id) => api.call(discardImportRoute, { params: { import_id } }, owner.token),
  }
}
