import { resident } from '@openspot/property-systems-stand-in/residents.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { VendorNetwork } from '../../vendors.ts'
import { connectorFor } from './connector.ts'
import { pullAll, startVendors, type Vendors, ways } from './testing/vendors.ts'

let vendors: Vendors
beforeAll(async () => {
  vendors = await startVendors()
})
afterAll(() => vendors.server.close())
beforeEach(() => vendors.restart())

const soapWays = ways.filter(({ provider, source }) => provider !== 'ENTRATA' && source !== 'CSV')
const declared = (encoding: string, text: string) => `<?xml version="1.0" encoding="${encoding}"?>${text}`
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

interface Encoding {
  name: string
  content_type: string
  encode: (text: string) => Buffer
}
const encodings: readonly Encoding[] = [
  { name: 'UTF-8 with a mark', content_type: 'text/xml', encode: (text) => Buffer.from(`\uFEFF${text}`) },
  {
    name: 'Windows-1252 in the declaration',
    content_type: 'text/xml',
    encode: (text) => Buffer.from(declared('windows-1252', text), 'latin1'),
  },
  {
    name: 'ISO-8859-1 in the content type',
    content_type: 'text/xml; charset=iso-8859-1',
    encode: (text) => Buffer.from(text, 'latin1'),
  },
  { name: 'UTF-16 with a mark', content_type: 'text/xml; charset=utf-8', encode: utf16 },
  {
    name: 'UTF-16 in the other order of bytes',
    content_type: 'text/xml',
    encode: (text) => utf16(text).swap16(),
  },
]

/** Answers with the text of the stand-in in another encoding. */
const encoded = (net: VendorNetwork, { content_type, encode }: Encoding): VendorNetwork => ({
  ...net,
  async send(request, signal) {
    const { body, headers, ...answer } = await net.send(request, signal)
    const text = body.toString('utf8').replace(/^<\?xml[^>]*\?>/, '')
    return { ...answer, headers: { ...headers, 'content-type': content_type }, body: encode(text) }
  },
})

describe.each(soapWays)('$provider by $source', (way) => {
  const { provider, property_id } = way
  const named = (first_name: string, last_name: string, at: number) =>
    resident({
      person_id: `t000000${at}`,
      first_name,
      last_name,
      email: `${at}@example.com`,
      unit_id: `${at}`,
      unit: `${at}`,
      lease_starts: '2025-08-15',
      moves_in: '2025-08-15',
    })

  test.each(encodings)('reads names with letters beyond ASCII in $name', async (encoding) => {
    const names = [
      ['Renée', 'Gómez'],
      ['Jürgen', 'Müller-Ångström'],
    ] as const
    vendors.server.data.setResidents(
      provider,
      property_id,
      names.map(([first, last], at) => named(first, last, at + 1)),
    )
    const connector = connectorFor(provider, vendors.connection(way), encoded(vendors.net, encoding))
    const { rows } = await pullAll(connector, property_id)
    expect(rows.map(({ first_name, last_name }) => [first_name, last_name])).toEqual(names)
  })

  test('reads letters of UTF-16 whose bytes look like tags', async () => {
    // Its two bytes are those of > and <.
    vendors.server.data.setResidents(provider, property_id, [named('㰾', '㰯㸼', 1)])
    const net = encoded(vendors.net, { name: '', content_type: 'text/xml', encode: utf16 })
    const { rows } = await pullAll(connectorFor(provider, vendors.connection(way), net), property_id)
    expect(rows).toMatchObject([{ first_name: '㰾', last_name: '㰯㸼' }])
  })
})
