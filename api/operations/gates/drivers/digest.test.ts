import { describe, expect, test } from 'vitest'
import { digestHeader, digestResponse, parseChallenge } from './digest.ts'

const vector = {
  user: 'admin',
  realm: 'shellyplus1-a8032ab12345',
  password: 'secret',
  nonce: '1700000000',
  count: 1,
  cnonce: '0a4f113b',
  method: 'POST',
  uri: '/rpc',
}

describe('digest authentication', () => {
  test('computes the response of the test vector', () => {
    expect(digestResponse(vector)).toBe('ab82ed83bec256de24d01de49719104ec7d27a8953ca810c584d569c4cd90d3d')
  })

  test('sends the count with eight digits and never the password', () => {
    const header = digestHeader(vector)
    expect(header).toContain('nc=00000001,')
    expect(header).not.toContain('secret')
  })

  test('reads a SHA-256 challenge in any order of its fields', () => {
    const header = 'Digest algorithm=SHA-256, nonce="17", qop="auth-int,auth", realm="gate"'
    expect(parseChallenge(header)).toEqual({ realm: 'gate', nonce: '17' })
  })

  test.each([
    ['Basic', 'Basic realm="gate"'],
    ['MD5', 'Digest realm="gate", nonce="17", qop="auth", algorithm=MD5'],
    ['no algorithm, which means MD5', 'Digest realm="gate", nonce="17", qop="auth"'],
    ['no qop', 'Digest realm="gate", nonce="17", algorithm=SHA-256'],
    ['no header', undefined],
  ])('answers no challenge for %s', (_name, header) => {
    expect(parseChallenge(header)).toBeNull()
  })
})
