import { atDepth } from '@openspot/db/testing/depth.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { VendorError, VendorFault } from '../../net/vendor-errors.ts'
import type { VendorNetwork, VendorResponse } from '../../vendors.ts'
import { connectorFor } from './connector.ts'
import { pullAll, startVendors, type Vendors, type Way, wayOf, ways } from './testing/vendors.ts'

let vendors: Vendors
beforeAll(async () => {
  vendors = await startVendors()
})
afterAll(() => vendors.server.close())
beforeEach(() => vendors.restart())

const never = new AbortController().signal
const soapWays = ways.filter(({ provider, source }) => provider !== 'ENTRATA' && source !== 'CSV')

/** Answers with bodies of the stand-in that a test changed. */
function changing(net: VendorNetwork, change: (body: string) => string): VendorNetwork {
  return {
    ...net,
    async send(request, signal): Promise<VendorResponse> {
      const answer = await net.send(request, signal)
      return { ...answer, body: Buffer.from(change(answer.body.toString('utf8'))) }
    },
  }
}

describe.each(soapWays)('$provider by $source', (way) => {
  const { provider, property_id } = way
  const envelope = (inner: string, before = '') =>
    `<?xml version="1.0"?>${before}<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${inner}</soap:Body></soap:Envelope>`

  test.each([
    ['an external entity', envelope('<a>&x;</a>', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
    [
      'entities that multiply',
      envelope('<a>&b;</a>', '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'),
    ],
    ['a DOCTYPE after the start', envelope('<!DOCTYPE a SYSTEM "http://127.0.0.1/x.dtd"><a/>')],
    ['a DOCTYPE in lower case', envelope('<a/>', '<!doctype a>')],
    ['an unclosed element', envelope('<a>')],
    ['an element that another one closes', envelope('<a></b>')],
    ['nesting of 10,000 elements', envelope('<a>'.repeat(10_000) + '</a>'.repeat(10_000))],
    [
      'nesting within a record',
      envelope(`<resident>${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}</resident>`),
    ],
    ['a name that changes prototypes', envelope('<__proto__><polluted>1</polluted></__proto__>')],
    ['a web page', '<html><body>Sign in</body></html>'],
    ['text', 'Hello'],
    ['JSON', '{"a":1}'],
    ['nothing', ''],
    ['an unclosed comment', envelope('<!-- ')],
    ['an unclosed section', envelope('<a><![CDATA[ </a>')],
    ['an unclosed tag', '<soap:Envelope'],
    ['a long text without end', `<a>${'x'.repeat(2_000_000)}</a>`],
    ['millions of elements', `<a>${'<b/>'.repeat(500_000)}</a>`],
  ])('is a fault when the answer has %s', async (_, body) => {
    vendors.server.set(provider, { body })
    await expect(vendors.connect(way).listProperties(never)).rejects.toThrow(VendorFault)
    await expect(pullAll(vendors.connect(way), property_id)).rejects.toThrow(VendorFault)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('ignores attributes that would change prototypes', async () => {
    const net = changing(vendors.net, (body) =>
      body.replaceAll(/<(Resident|resident)(?=[ >])/g, '<$1 __proto__="1" prototype="2"'),
    )
    const { rows } = await pullAll(connectorFor(provider, vendors.connection(way), net), property_id)
    expect(rows.length).toBeGreaterThan(20)
  })

  test('does not expand an entity that was never declared', async () => {
    const net = changing(vendors.net, (body) =>
      body.replace(/(<FirstName>|<firstname>)[^<]*/, '$1A&lol;&#233;&amp;'),
    )
    const { rows } = await pullAll(connectorFor(provider, vendors.connection(way), net), property_id)
    expect(rows.map(({ first_name }) => first_name)).toContain('A&lol;é&')
  })

  test('reads other prefixes, cases, and nil elements in the same way', async () => {
    const before = await pullAll(vendors.connect(way), property_id)
    const net = changing(vendors.net, (body) =>
      body
        .replaceAll(/<(\/?)(Resident|resident)([ >])/g, '<$1q:RESIDENT$3')
        .replaceAll(/<(\w+)\/>/g, '<q:$1 xsi:nil="true"/>'),
    )
    const after = await pullAll(connectorFor(provider, vendors.connection(way), net), property_id)
    expect(after.rows).toEqual(before.rows)
  })
})

/** Returns rows, or fails with an error of a connector; anything else fails the test. */
async function survives(way: Way, change: (body: string) => string): Promise<void> {
  const net = changing(vendors.net, change)
  const connector = connectorFor(way.provider, vendors.connection(way, {}, ['VEHICLES', 'SPOTS']), net)
  for (const work of [() => connector.listProperties(never), () => pullAll(connector, way.property_id)]) {
    const outcome = await work().catch((error: unknown) => {
      if (!(error instanceof VendorError)) throw error
      return null
    })
    if (outcome === null || !('rows' in outcome)) continue
    for (const row of outcome.rows)
      for (const [name, value] of Object.entries(row))
        if (typeof value === 'object' && value !== null) expect(Array.isArray(value), name).toBe(true)
        else expect(['string', 'boolean', 'object'], name).toContain(typeof value)
  }
}

/** A quarter of the names in a daily run, and all of them in a full one. */
const drawn = (names: Iterable<string>) => [...names].filter((_, at) => at % atDepth(4, 1) === 0)

/** Leaves a few residents, so that many mutations of all of them take little time. */
function keepFew({ provider, property_id }: Way, indexes: readonly number[]): void {
  const property = vendors.server.data.property(provider, property_id)
  const few = indexes.flatMap((index) => property?.at(index) ?? [])
  vendors.server.data.setResidents(provider, property_id, few)
}

test.each([
  ['a quote without end', (body: string) => `${body}"open`],
  ['rows that are too short', (body: string) => body.replaceAll(/,[^,\n]*,[^,\n]*\r\n/g, '\r\n')],
  ['rows that are too long', (body: string) => body.replaceAll('\r\n', ',x,y,z\r\n')],
  ['no line ends', (body: string) => body.replaceAll('\r\n', ' ')],
  ['a NUL', (body: string) => body.replace('e', '\0')],
  ['nothing in it', () => ''],
  ['only its first half', (body: string) => body.slice(0, body.length / 2)],
])('the file of RealPage gives rows or an error of a connector with %s', (_, change) =>
  survives(wayOf('REALPAGE', 'CSV'), change),
)

test.each<[string, (value: unknown) => unknown]>([
  ['drops', () => undefined],
  ['empties', () => ''],
  ['nulls', () => null],
  ['retypes to a number', () => 7],
  ['retypes to an object', () => ({ a: [{ b: 1 }] })],
  ['retypes to a list', () => [[['x']]]],
  ['doubles', (value) => [value, value]],
])(
  'Entrata gives rows or an error of a connector with an answer that %s one part after another',
  async (_, mutate) => {
    const way = wayOf('ENTRATA', 'API')
    keepFew(way, [0])
    const names = new Set<string>()
    await survives(way, (body) => {
      JSON.parse(body, (key, value: unknown) => {
        names.add(key)
        return value
      })
      return body
    })
    expect(names.size).toBeGreaterThan(40)
    names.delete('')
    for (const name of drawn(names))
      await survives(way, (body) =>
        JSON.stringify(JSON.parse(body, (key, value: unknown) => (key === name ? mutate(value) : value))),
      )
  },
)

const element = (name: string) =>
  new RegExp(`<${name}(?=[ />])[^>]*/>|<${name}(?=[ >])[^>]*>[\\s\\S]*?</${name}>`, 'g')

describe.each(soapWays)('$provider by $source', (way) => {
  test.each<[string, (found: string, name: string) => string]>([
    ['drops', () => ''],
    ['empties', (_, name) => `<${name}/>`],
    ['doubles', (found) => `${found}${found}`],
    ['makes text of', (_, name) => `<${name}>7</${name}>`],
    ['makes an element of', (_, name) => `<${name}><a><b>1</b><b>2</b></a></${name}>`],
    ['adds attributes to', (found, name) => found.replace(`<${name}`, `<${name} x="1"`)],
    ['makes nil of', (_, name) => `<${name} xsi:nil="true"></${name}>`],
  ])(
    'gives rows or an error of a connector with an answer that %s one element after another',
    async (_, mutate) => {
      keepFew(way, [0, 38, 39])
      const names = new Set<string>()
      await survives(way, (body) => {
        for (const [, name = ''] of body.matchAll(/<([\w:-]+)/g)) names.add(name)
        return body
      })
      expect(names.size).toBeGreaterThan(25)
      for (const name of drawn(names))
        await survives(way, (body) => body.replaceAll(element(name), (found) => mutate(found, name)))
    },
  )
})
