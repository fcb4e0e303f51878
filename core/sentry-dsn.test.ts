import { expect, test } from 'vitest'
import { readDsn } from './sentry-dsn.ts'
import { readSettings } from './settings.ts'

test('a DSN of Sentry names its organization, project, and where envelopes go', () => {
  expect(readDsn('SENTRY_DSN', 'https://0a1b2c@o42.ingest.us.sentry.io/77')).toEqual({
    text: 'https://0a1b2c@o42.ingest.us.sentry.io/77',
    host: 'o42.ingest.us.sentry.io',
    key: '0a1b2c',
    organization: '42',
    project: '77',
    envelope_url: 'https://o42.ingest.us.sentry.io/api/77/envelope/',
  })
})

test('a DSN of a server of one’s own may have a port and a path, and has organization 1', () => {
  expect(readDsn('SENTRY_DSN', 'http://key@sentry.example:9000/errors/7')).toMatchObject({
    host: 'sentry.example:9000',
    organization: '1',
    project: '7',
    envelope_url: 'http://sentry.example:9000/errors/api/7/envelope/',
  })
})

test.each([
  ['is no address', 'o42.ingest.sentry.io/77'],
  ['has no key', 'https://o42.ingest.sentry.io/77'],
  ['has no project', 'https://key@o42.ingest.sentry.io/'],
  ['has a project that is no number', 'https://key@o42.ingest.sentry.io/parking'],
  ['has a query', 'https://key@o42.ingest.sentry.io/77?x=1'],
  ['leads to a file', 'file://key@o42.ingest.sentry.io/77'],
  ['has a path that leads back', 'https://key@o42.ingest.sentry.io/%2e%2e/a%2Fb/77'],
  ['has a secret', 'https://key:secret@o42.ingest.sentry.io/77'],
])('the start is refused with the name of the setting if the DSN %s', (_, dsn) => {
  expect(() => readSettings({ SENTRY_DSN: dsn })).toThrow(/^SENTRY_DSN (must look like|has a secret)/)
})

test('without a DSN there is no vendor, and in the local environment one on this machine is accepted', () => {
  expect(readSettings({}).sentry).toBeNull()
  expect(readSettings({ SENTRY_DSN: 'http://key@127.0.0.1:9000/7' }).sentry?.project).toBe('7')
})
