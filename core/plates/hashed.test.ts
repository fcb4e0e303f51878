import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noticesLater } from '../testing/notices.ts'
import { type HashAll, type HashedPlate, hashedMatchesOf, lookAlikeText, plateText } from './hashed.ts'
import { matchesOf, type PlateReading } from './match.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)
const hashAll: HashAll = async (texts) => texts.map(hash)
const hashed = ({ plate_normalized, region }: PlateReading): HashedPlate => ({
  plate_hash: hash(plateText(plate_normalized)),
  look_alike_hash: hash(lookAlikeText(plate_normalized)),
  region,
})

// Few characters, so that most plates are similar to another.
const plate = fc.record({
  plate_normalized: fc.string({ unit: fc.constantFrom('0', 'O', '8', 'B'), minLength: 5, maxLength: 7 }),
  region: fc.constantFrom('', 'IL', 'IN'),
})
const shown = ({ match, plate_normalized, region }: PlateReading & { match: string }) =>
  `${match} ${plate_normalized} ${region}`

const agrees = (hashOf: typeof hashed) =>
  fc.asyncProperty(plate, fc.array(plate, { minLength: 1, maxLength: 12 }), async (read, known) => {
    const found = await hashedMatchesOf(read, known.map(hashOf), hashAll)
    expect(found.map((each) => shown({ ...each, plate_normalized: each.plate_normalized ?? '' }))).toEqual(
      matchesOf(read, known).map(shown),
    )
  })

test('a device with hashes finds the same matches as the server with plates, and names the same plates', async () => {
  await fc.assert(agrees(hashed), { numRuns: 60 })
})

test('the property fails for hashes without the key of look-alikes', async () => {
  const withoutKey = (of: PlateReading) => ({ ...hashed(of), look_alike_hash: '' })
  expect(await noticesLater(agrees(withoutKey), 60)).toBe(true)
})

test('a plate with too many look-alikes is similar without its text', async () => {
  const found = await hashedMatchesOf(
    { plate_normalized: '0000000000', region: '' },
    [hashed({ plate_normalized: 'OOOOOOOOOO', region: '' })],
    hashAll,
  )
  expect(found).toMatchObject([{ match: 'LOOK_ALIKE', plate_normalized: null }])
})
