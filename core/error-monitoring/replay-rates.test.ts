import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isConnectionFailure, isFrameworkSignal, isLeftOutOfTraces } from './left-out.ts'
import { LOCAL_DSN, readReportSettings, reportSettingsOf, tunnelOf } from './page-settings.ts'
import { replayRates } from './replay-rates.ts'

test('a visit is recorded in full in one of ten cases and otherwise kept only if an error occurs, unless the visitor does not want it', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), (asks_not_to_track, has_declined) => {
      const isUnwanted = asks_not_to_track || has_declined
      expect(replayRates({ asks_not_to_track, has_declined })).toEqual(
        isUnwanted ? { session: 0, on_error: 0 } : { session: 0.1, on_error: 1 },
      )
    }),
  )
})

test('redirects, missing pages, and lost connections are no errors of ours', () => {
  const withDigest = (digest: string) => Object.assign(new Error('x'), { digest })
  for (const digest of ['NEXT_REDIRECT;replace;/me;307;', 'NEXT_NOT_FOUND', 'NEXT_HTTP_ERROR_FALLBACK;404'])
    expect(isFrameworkSignal(withDigest(digest))).toBe(true)
  expect(isFrameworkSignal(new Error('NEXT_REDIRECT'))).toBe(true)
  for (const other of [
    withDigest('2381923'),
    new Error('NEXT_REDIRECTED'),
    'NEXT_REDIRECT',
    null,
    undefined,
    7,
  ])
    expect(isFrameworkSignal(other)).toBe(false)
  expect(isConnectionFailure(new TypeError('Failed to fetch'))).toBe(true)
  expect(isConnectionFailure(new DOMException('The user aborted a request.', 'AbortError'))).toBe(true)
  expect(isConnectionFailure(new Error('No connection', { cause: new TypeError('Load failed') }))).toBe(true)
  expect(isConnectionFailure(new TypeError('x is not a function'))).toBe(false)
})

test('traces leave out the page for addresses that do not exist, and no other', () => {
  for (const name of ['/404', '/_not-found', '/_not-found/page', 'GET /404'])
    expect(isLeftOutOfTraces(name)).toBe(true)
  for (const name of ['/', '/l/404', '/me/404-places', '/book']) expect(isLeftOutOfTraces(name)).toBe(false)
})

test('pages learn the IDs of the DSN, and without one of those of the database; broken settings report nothing', () => {
  const local = reportSettingsOf({ environment: 'local', sentry: null }, '1.0.0')
  expect(local).toMatchObject({ dsn: LOCAL_DSN, organization: '1', project: '1' })
  expect(tunnelOf(local)).toBe('/m?o=1&p=1')
  expect(readReportSettings(JSON.stringify(local))).toEqual(local)
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(readReportSettings(text)).toBeNull()
    }),
  )
})
