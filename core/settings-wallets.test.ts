import { expect, test } from 'vitest'
import { walletSettings } from './settings-wallets.ts'

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'
const key = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----'
const apple = {
  APPLE_PASS_TYPE_ID: 'pass.example.openspot',
  APPLE_TEAM_ID: 'ABCDE12345',
  APPLE_PASS_CERTIFICATE: certificate,
  APPLE_PASS_KEY: key,
  APPLE_WWDR_CERTIFICATE: certificate,
}

test('without settings no wallet is offered', () => {
  expect(walletSettings({})).toEqual({ apple: null, google: null })
})

test('line breaks of certificates and keys may be written as \\n', () => {
  const settings = walletSettings({ ...apple, APPLE_PASS_KEY: key.replaceAll('\n', '\\n') })
  expect(settings.apple).toEqual({
    pass_type_id: 'pass.example.openspot',
    team_id: 'ABCDE12345',
    certificate,
    key,
    key_password: null,
    wwdr_certificate: certificate,
  })
})

test.each([
  [{ ...apple, APPLE_PASS_KEY: '' }, 'APPLE_WWDR_CERTIFICATE must be set together'],
  [{ ...apple, APPLE_PASS_TYPE_ID: 'example.openspot' }, 'APPLE_PASS_TYPE_ID is "example.openspot"'],
  [{ ...apple, APPLE_TEAM_ID: 'abc' }, 'APPLE_TEAM_ID is "abc"'],
  [{ ...apple, APPLE_PASS_CERTIFICATE: key }, 'APPLE_PASS_CERTIFICATE must be in PEM'],
  [{ ...apple, APPLE_PASS_KEY: 'secret' }, 'APPLE_PASS_KEY must be in PEM'],
  [{ GOOGLE_WALLET_ISSUER_ID: '3388000000012345678' }, 'GOOGLE_WALLET_SERVICE_ACCOUNT must be set together'],
  [{ GOOGLE_WALLET_ISSUER_ID: 'me', GOOGLE_WALLET_SERVICE_ACCOUNT: '{}' }, 'GOOGLE_WALLET_ISSUER_ID is "me"'],
  [
    {
      GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
      GOOGLE_WALLET_SERVICE_ACCOUNT: '{"private_key":"secret"}',
    },
    'GOOGLE_WALLET_SERVICE_ACCOUNT must be the JSON',
  ],
])('the settings %j are refused by name, without quoting a key', (env, message) => {
  expect(() => walletSettings(env)).toThrow(message)
  expect(() => walletSettings(env)).not.toThrow('secret')
})
