import type { CredentialSource } from '@openspot/core/residents/credentials.ts'
import type { IntegrationProvider } from '@openspot/core/residents/enums.ts'
import type { VendorRow } from '@openspot/core/residents/vendor-row.ts'
import { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import { allowPublic } from '../../../net/networks.ts'
import { openVendorNetwork, type VendorNetworkOptions } from '../../../net/vendor-network.ts'
import { testPorts } from '../../../testing/clock.ts'
import type { VendorNetwork } from '../../../vendors.ts'
import { connectorFor } from '../connector.ts'
import type { Connection, Connector, PullOptions, VendorWarning } from '../reading/connection.ts'

export const secret = 'test-ok'

/** One way to read a vendor, with the IDs of its first seeded property. */
export interface Way {
  provider: IntegrationProvider
  source: CredentialSource
  property_id: string
}

export const ways: readonly Way[] = [
  { provider: 'ENTRATA', source: 'API', property_id: '100001' },
  { provider: 'REALPAGE_RPX', source: 'API', property_id: '2000011' },
  { provider: 'REALPAGE', source: 'SOAP', property_id: '3000011' },
  { provider: 'REALPAGE', source: 'CSV', property_id: '3000011' },
  { provider: 'YARDI', source: 'API', property_id: 'testcrt1' },
]

/** Returns the way to read a vendor. RealPage has two. */
export function wayOf(provider: IntegrationProvider, source: CredentialSource = 'API'): Way {
  const way = ways.find((each) => each.provider === provider && each.source === source)
  if (!way) throw new Error(`There is no way ${provider} ${source}.`)
  return way
}

export interface Vendors {
  server: PropertySystemsServer
  url: string
  net: VendorNetwork
  /** How long connectors waited, in milliseconds, without any test waiting. */
  waits: number[]
  connection(way: Way, changes?: Partial<Connection['values']>, extras?: Connection['extras']): Connection
  connect(way: Way, changes?: Partial<Connection['values']>, extras?: Connection['extras']): Connector
  network(options?: Partial<VendorNetworkOptions>): VendorNetwork
  /** Makes the vendors as they were at the start. */
  restart(): void
}

/** Starts the stand-in, and a network that reaches nothing else on this machine. Waits advance the clock instead. */
export async function startVendors(): Promise<Vendors> {
  const ports = testPorts()
  const server = new PropertySystemsServer({ now: () => ports.now() })
  const port = await server.listen()
  const url = `http://127.0.0.1:${port}`
  const waits: number[] = []
  const network = (options: Partial<VendorNetworkOptions> = {}) =>
    openVendorNetwork({
      ports,
      networks: allowPublic({ ranges: [], stand_in: { address: '127.0.0.1', port } }),
      wait: async (milliseconds, signal) => {
        signal.throwIfAborted()
        waits.push(milliseconds)
        ports.advance({ seconds: milliseconds / 1000 })
      },
      ...options,
    })
  const net = network()
  const connection: Vendors['connection'] = ({ provider, source }, changes = {}, extras = []) => ({
    source,
    values: { ...valuesOf(provider, source, url), ...changes } as Connection['values'],
    extras,
  })
  const connect: Vendors['connect'] = (way, changes, extras) =>
    connectorFor(way.provider, connection(way, changes, extras), net)
  const restart = () => {
    server.reset()
    waits.splice(0)
  }
  return { server, url, net, waits, connection, connect, network, restart }
}

export function valuesOf(
  provider: IntegrationProvider,
  source: CredentialSource,
  url: string,
): Record<string, string> {
  if (provider === 'ENTRATA') return { organization: 'sample', api_key: secret, service_url: url }
  if (provider === 'REALPAGE_RPX')
    return {
      service_url: `${url}/rpxgateway/partner/Openspot/Openspot.svc`,
      license_key: secret,
      pmc_id: '2000001',
      site_ids: '2000011, 2000012',
    }
  if (provider === 'REALPAGE' && source === 'CSV')
    return { file_url: `${url}/realpage/files/residents.csv`, username: 'files', password: secret }
  if (provider === 'REALPAGE')
    return {
      service_url: `${url}/realpage/residents.asmx`,
      api_key: secret,
      pmc_id: '3000001',
      site_ids: '3000011 3000012',
    }
  return {
    service_url: `${url}/company/webservices/`,
    username: 'vendor_ws',
    password: secret,
    server_name: 'testserver01',
    database: 'testdb',
    interface_entity: 'Example Parking',
    interface_license: 'TEST-LICENSE-TOKEN',
  }
}

export interface Pulled {
  rows: VendorRow[]
  page_sizes: number[]
  warnings: VendorWarning[]
}

export async function pullAll(
  connector: Connector,
  property_id: string,
  options: Partial<PullOptions> = {},
): Promise<Pulled> {
  const pulled: Pulled = { rows: [], page_sizes: [], warnings: [] }
  const pages = connector.pull(property_id, {
    since: null,
    signal: new AbortController().signal,
    warn: (warning) => pulled.warnings.push(warning),
    ...options,
  })
  for await (const page of pages) {
    pulled.page_sizes.push(page.length)
    pulled.rows.push(...page)
  }
  return pulled
}
