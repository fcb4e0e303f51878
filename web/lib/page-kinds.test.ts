import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageKinds } from './page-kinds.ts'

test('every public page says what works on it, and no other is listed', () => {
  const files = readdirSync(new URL('../pages', import.meta.url), { recursive: true }).map(String)
  const paths = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('_'))
    .map((file) => `/${file.slice(0, -'.tsx'.length)}`.replace(/\/index$/, '') || '/')
  expect(Object.keys(pageKinds).toSorted()).toEqual(paths.toSorted())
})
