import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const isSent = /-notices\.json$|^reservation-emails\.json$|^invite-email\.json$|^texts\.json$/
const locales = ['en-US', 'en-GB']
const files = locales.flatMap((locale) =>
  readdirSync(path.join(folder, locale))
    .filter((file) => isSent.test(file))
    .map((file) => path.join(locale, file)),
)
/** What is true only at the moment when it is sent. */
const relative =
  /\b(today|tomorrow|tonight|yesterday|soon)\b|\bin (\d+|\{\w+[^}]*\}) (minutes?|hours?|days?)\b/i

test.each(files)('%s never names a time that is wrong when it is read later', (file) => {
  const messages = textsOf(JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
  expect(messages.length).toBeGreaterThan(0)
  expect(messages.filter((message) => relative.test(message))).toEqual([])
})

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
