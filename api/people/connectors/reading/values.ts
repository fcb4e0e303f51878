import { type CredentialValues, formOf, listOfValues } from '@openspot/core/residents/credentials.ts'
import type { IntegrationProvider } from '@openspot/core/residents/enums.ts'
import type { Connection } from './connection.ts'
import { type Redact, redactorOf } from './redact.ts'

/** The values of a connection with the defaults of their form. */
export interface ReadValues {
  /** Returns null for an absent value without a default. */
  text(name: string): string | null
  list(name: string): string[]
  redact: Redact
}

export function readValues(provider: IntegrationProvider, { source, values }: Connection): ReadValues {
  const fields = formOf(provider, source)?.fields ?? []
  const text = (name: string) =>
    given(values, name) ?? fields.find((field) => field.name === name)?.default ?? null
  const hidden = fields.filter(({ name, is_secret }) => is_secret || name === 'username')
  const user = given(values, 'username')
  const password = given(values, 'password')
  return {
    text,
    list: (name) => listOfValues(text(name) ?? ''),
    redact: redactorOf([
      ...hidden.flatMap(({ name }) => given(values, name) ?? []),
      ...(user === null || password === null ? [] : [`${user}:${password}`]),
    ]),
  }
}

const given = (values: CredentialValues, name: string): string | null =>
  (Object.hasOwn(values, name) ? values[name]?.trim() : '') || null

/** HTTP Basic authentication. */
export const basicAuth = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
