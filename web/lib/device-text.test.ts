import { expect, test } from 'vitest'
import { t } from '@/testing/translate.ts'
import { deviceText } from './device-text.ts'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36', 'Chrome on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) Version/20.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Android 17; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'Firefox on Android'],
  [null, 'Unknown device'],
])('%s', (user_agent, text) => {
  expect(deviceText(t, { user_agent, client_kind: 'web' })).toBe(text)
})

test('calls an app an app', () => {
  expect(deviceText(t, { user_agent: 'Openspot/1 (iPhone)', client_kind: 'app' })).toBe('App on iPhone')
})
