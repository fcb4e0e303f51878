import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { redactorOf } from './reading/redact.ts'
import { pullAll, startVendors, type Vendors, ways } from './testing/vendors.ts'

const password = `p&ss<w>"'ö rd+/=\\x`

test.each([
  ['as it is', password],
  ['in XML', `p&amp;ss&lt;w&gt;"'ö rd+/=\\x`],
  ['in XML with quotes', 'p&amp;ss&lt;w&gt;&quot;&apos;ö rd+/=\\x'],
  ['in XML with numbers', 'p&amp;ss&lt;w&gt;&#34;&#39;ö rd+/=\\x'],
  ['in a URL', encodeURIComponent(password)],
  ['in JSON', JSON.stringify(password)],
  ['in Base64', Buffer.from(password).toString('base64')],
  ['in hexadecimal', Buffer.from(password).toString('hex')],
  ['in capital letters', password.toUpperCase()],
  ['over two lines', password.replace(' ', '\n  ')],
])('hides a secret %s', (_, written) => {
  const text = redactorOf([password])(`Before ${written} after`)
  expect(text).toMatch(/^Before .*\[hidden\].* after$/)
  expect(text).not.toMatch(/ss|rd/i)
})

test.each([
  '<Password>other</Password>',
  '<tem:licensekey>other</tem:licensekey>',
  '<InterfaceLicense xmlns="x">other</InterfaceLicense>',
  '{"X-Api-Key":"other"}',
  'password=other&x=1',
  "Password: 'other'",
  '<UserName>other</UserName>',
])('hides what is named like a credential: %s', (text) => {
  expect(redactorOf([])(text)).not.toContain('other')
})

test('keeps a text without secrets, and shortens a long one after hiding', () => {
  expect(redactorOf(['abc'])('The report is late.')).toBe('The report is late.')
  const text = redactorOf(['hunter2hunter2'])(`${'x'.repeat(490)}hunter2hunter2`)
  expect(text).not.toContain('hunter')
})

describe.each(ways)('$provider by $source', (way) => {
  let vendors: Vendors
  beforeAll(async () => {
    vendors = await startVendors()
  })
  afterAll(() => vendors.server.close())
  beforeEach(() => vendors.server.reset())

  const changes =
    way.provider === 'YARDI'
      ? { username: 'the-user', password: 'the-password', interface_license: 'the-license' }
      : way.provider === 'REALPAGE_RPX'
        ? { license_key: 'the-license', username: 'the-user', password: 'the-password' }
        : way.source === 'CSV'
          ? { username: 'the-user', password: 'the-password' }
          : { api_key: 'the-license', username: 'the-user', password: 'the-password' }

  test('says nothing of the credentials that the vendor quotes', async () => {
    const said: string[] = []
    const note = (error: unknown) => {
      let each = error
      while (each instanceof Error) {
        said.push(`${each.message} ${JSON.stringify(each)} ${each.stack}`)
        each = each.cause
      }
    }
    const connector = vendors.connect(way, changes)
    for (const switches of [
      { deny: true, echo: true },
      { deny: false, error: 'Broken', echo: true },
      { error: 'Broken', fault: true, echo: true },
      { error: null, status: 500 },
    ]) {
      vendors.server.set(way.provider, switches)
      await connector.listProperties(new AbortController().signal).catch(note)
      await pullAll(connector, way.property_id).catch(note)
    }
    expect(said.length).toBeGreaterThanOrEqual(8)
    expect(said.join('\n')).not.toMatch(/the-user|the-password|the-license|dGhlL/)
  })
})
