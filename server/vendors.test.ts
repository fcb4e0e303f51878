import { VendorError } from '@openspot/api/net/vendor-errors.ts'
import { connectorFor } from '@openspot/api/people/connectors/connector.ts'
import { realPorts } from '@openspot/api/ports.ts'
import { readSettings } from '@openspot/core/settings.ts'
import { expect, test } from 'vitest'
import { standInUrl, startVendors } from './vendors.ts'

const connection = {
  source: 'API',
  values: { organization: 'sample', api_key: 'test-ok', service_url: standInUrl },
  extras: [],
} as const
const never = new AbortController().signal

test('reaches the stand-in by the same address whatever its port is, in the local environment only', async () => {
  const local = await startVendors(readSettings({}), realPorts)
  const properties = await connectorFor('ENTRATA', connection, local.net).listProperties(never)
  await local.close()
  expect(properties.map(({ name }) => name)).toEqual(['Juniper Court', 'Juniper Court Annex'])

  const staging = await startVendors({ ...readSettings({}), environment: 'staging' }, realPorts)
  const net = { ...staging.net, wait: async () => {} }
  await expect(connectorFor('ENTRATA', connection, net).listProperties(never)).rejects.toThrow(VendorError)
})
