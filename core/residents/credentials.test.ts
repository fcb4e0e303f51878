import { describe, expect, test } from 'vitest'
import { credentialForms, credentialProblems, formOf, listOfValues } from './credentials.ts'
import { integrationProviders } from './enums.ts'

const formFor = (provider: (typeof integrationProviders)[number]) => {
  const form = credentialForms.find((each) => each.provider === provider)
  if (!form) throw new Error(provider)
  return form
}

test('every provider has a form, and each form has its own provider and source', () => {
  for (const provider of integrationProviders) expect(formFor(provider).fields.length).toBeGreaterThan(0)
  const keys = credentialForms.map(({ provider, source }) => `${provider} ${source}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(formOf('YARDI', 'CSV')).toBeNull()
})

test('every default and choice is a valid value of its field, and no secret has a default', () => {
  for (const form of credentialForms)
    for (const field of form.fields) {
      if (field.is_secret) expect(field.default).toBeUndefined()
      expect(field.choices === undefined).toBe(field.kind !== 'CHOICE')
      for (const value of [...(field.choices ?? []), ...(field.default === undefined ? [] : [field.default])])
        expect(credentialProblems(form, { [field.name]: value }).map((each) => each.field)).not.toContain(
          field.name,
        )
    }
})

describe('entered values', () => {
  const entrata = formFor('ENTRATA')

  test('are accepted when they are complete', () => {
    expect(credentialProblems(entrata, { organization: 'sample', api_key: 'k' })).toEqual([])
    expect(credentialProblems(entrata, { organization: 'sample', username: 'u', password: 'p' })).toEqual([])
  })

  test.each([
    [{ organization: 'sample' }, 'api_key', 'REQUIRED'],
    [{ organization: ' ', api_key: 'k' }, 'organization', 'REQUIRED'],
    [{ organization: 'evil.example/x', api_key: 'k' }, 'organization', 'INVALID'],
    [{ organization: 'x@evil', api_key: 'k' }, 'organization', 'INVALID'],
    [{ organization: 'x'.repeat(64), api_key: 'k' }, 'organization', 'TOO_LONG'],
    [{ organization: 'x', api_key: 'a\r\nx: y' }, 'api_key', 'INVALID'],
    [{ organization: 'x', username: 'u' }, 'password', 'REQUIRED'],
    [{ organization: 'x', api_key: 'k', other: '' }, 'other', 'UNKNOWN'],
    [{ organization: 'x', api_key: 'k', service_url: 'ftp://a.example' }, 'service_url', 'INVALID'],
    [{ organization: 'x', api_key: 'k', service_url: 'https://u:p@a.example' }, 'service_url', 'INVALID'],
    [{ organization: 'x', api_key: 'k', service_url: 'a.example' }, 'service_url', 'INVALID'],
  ])('%j have a problem in %s: %s', (values, field, problem) => {
    expect(credentialProblems(entrata, values as Record<string, string>)).toContainEqual({ field, problem })
  })

  test('of a choice are one of its values', () => {
    const yardi = formFor('YARDI')
    expect(credentialProblems(yardi, { platform: 'Access' })).toContainEqual({
      field: 'platform',
      problem: 'INVALID',
    })
  })
})

test('reads lists by commas, semicolons, and lines, without doubles', () => {
  expect(listOfValues(' 1, 2;3\n2 ')).toEqual(['1', '2', '3'])
  expect(listOfValues('1، 2؛3、4，5')).toEqual(['1', '2', '3', '4', '5'])
})
