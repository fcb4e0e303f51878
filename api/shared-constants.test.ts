import { readdirSync, readFileSync } from 'node:fs'
import { chargerFeatures, typesOnRequest } from '@openspot/core/allocation/on-request.ts'
import { lotTrustLevels } from '@openspot/core/enums.ts'
import { MAX_LOT_PICTURE_BYTES } from '@openspot/core/files/limits.ts'
import { RATING_DAYS } from '@openspot/core/lots/ratings.ts'
import { MAX_SAVED_LOTS } from '@openspot/core/lots/saved-lots.ts'
import { MAX_SPOTS } from '@openspot/core/lots/trust.ts'
import { holdingStatuses } from '@openspot/core/reservations/states.ts'
import { validationWindowHours } from '@openspot/core/validation/limits.ts'
import { expect, test } from 'vitest'
import { endless, longMinutes } from './booking/occupancy/times.rules.ts'

const db = new URL('../db/', import.meta.url)
const functions = readdirSync(new URL('functions/', db))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => readFileSync(new URL(`functions/${file}`, db), 'utf8'))
  .join('\n')
const schema = readFileSync(new URL('schema.txt', db), 'utf8')

test('the functions of the database name the same statuses that hold a spot as TypeScript', () => {
  const lists = [...functions.matchAll(/\bin \(((?:'[A-Z]+'(?:, )?)+)\)/g)]
    .map(([, list = '']) => list.split(', ').map((status) => status.slice(1, -1)))
    .filter((statuses) => statuses.includes('CHECKOUT') && statuses.includes('ACTIVE'))
  expect(lists.length).toBeGreaterThan(5)
  for (const statuses of lists) expect(statuses.toSorted()).toEqual(holdingStatuses.toSorted())
})

test('the functions of the database write the same minute for no end as TypeScript', () => {
  const found = [...functions.matchAll(/\b2_?147_?\d{3}_?\d{3}\b/g)].map(([minute]) => Number(minute))
  expect(found.length).toBeGreaterThan(0)
  for (const minute of found) expect(minute).toBe(endless)
})

test('the indexes and functions divide occupancy at the same length as TypeScript', () => {
  const bounds = (text: string) =>
    [...text.matchAll(/(?:ends_min - starts_min|was_to - was_from)\)? (?:<=|>) (\d+)/g)].map(([, minutes]) =>
      Number(minutes),
    )
  expect(bounds(functions).length).toBeGreaterThan(0)
  expect(bounds(schema).length).toBeGreaterThan(0)
  for (const minutes of [...bounds(functions), ...bounds(schema)]) expect(minutes).toBe(longMinutes)
})

test('the database limits the pictures of a lot to the same size as TypeScript', () => {
  const [, bytes] = /function max_lot_picture_bytes\(\)[^;]*\breturn (\d+);/.exec(functions) ?? []
  expect(Number(bytes)).toBe(MAX_LOT_PICTURE_BYTES)
})

test('the database limits the spots of a lot to the same numbers as TypeScript at every level of trust', () => {
  const [, trusted, others] =
    /function lot_spot_limit\([^;]*\bwhen 'TRUSTED' then (\d+) else (\d+) end\)/.exec(functions) ?? []
  for (const level of lotTrustLevels)
    expect(Number(level === 'TRUSTED' ? trusted : others), level).toBe(MAX_SPOTS[level])
})

test('the database assigns the same types and features only on request as TypeScript', () => {
  const [, types = '', features = ''] =
    /function spot_is_on_request\([^;]*\bin \(([^)]*)\)\s+or p_features && array\[([^\]]*)\]/.exec(
      functions,
    ) ?? []
  const words = (list: string) => list.split(', ').map((word) => word.slice(1, -1))
  expect(words(types)).toEqual(typesOnRequest)
  expect(words(features)).toEqual(chargerFeatures)
})

test('the database validates as long after parking as TypeScript says', () => {
  expect(/validation_window_hours\(\).*return (\d+);/.exec(functions)?.[1]).toBe(
    String(validationWindowHours),
  )
})

test('the database takes ratings for as many days as TypeScript says', () => {
  expect(/rating_days\(\).*return (\d+);/.exec(functions)?.[1]).toBe(String(RATING_DAYS))
})

test('the database lets a person save as many lots as TypeScript says', () => {
  expect(/max_saved_lots\(\).*return (\d+);/.exec(functions)?.[1]).toBe(String(MAX_SAVED_LOTS))
})
