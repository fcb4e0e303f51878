import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type HashAll, lookAlikeText, plateText } from '../plates/hashed.ts'
import { lookAlikesOf } from '../plates/plates.ts'
import { type HashedRight, judgePlate } from './judge.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)
const hashAll: HashAll = async (texts) => texts.map(hash)
const at = new Date('2026-03-02T12:00:00.000Z')

/** A sequence that is the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
const random = seeded(20260302)
const pick = <T>(from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('There is nothing to pick from.')
  return found
}
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const digits = Array.from('0123456789')
/** Two letters and five digits, or three letters and four digits. */
const aPlate = () => {
  const count = random() < 0.5 ? 2 : 3
  return Array.from({ length: 7 }, (_, position) => pick(position < count ? letters : digits)).join('')
}

const noises: Record<string, (plate: string) => string> = {
  'no mistake': (plate) => plate,
  'one look-alike': (plate) => replaced(plate, 1, (each) => pick(lookAlikesOf(each))),
  'three look-alikes': (plate) => replaced(plate, 3, (each) => pick(lookAlikesOf(each))),
  'one wrong character': (plate) => replaced(plate, 1, () => pick([...letters, ...digits])),
  'one character missing': (plate) => {
    const position = Math.floor(random() * plate.length)
    return plate.slice(0, position) + plate.slice(position + 1)
  },
}
function replaced(plate: string, times: number, by: (each: string) => string): string {
  const read = Array.from(plate)
  for (let time = 0; time < times; time++) {
    const position = Math.floor(random() * read.length)
    read[position] = by(read[position] ?? '')
  }
  return read.join('')
}

const parked = Array.from({ length: 400 }, aPlate)
const rights: HashedRight[] = parked.map((plate) => ({
  plate_hash: hash(plateText(plate)),
  look_alike_hash: hash(lookAlikeText(plate)),
  region: 'IL',
  spot_label: 'A1',
  right: 'RESERVATION',
  starts_at: '2026-03-02T08:00:00.000Z',
  ends_at: '2026-03-02T20:00:00.000Z',
}))
const known = { as_of: at.toISOString(), known_until: '2026-03-02T20:00:00.000Z', rights }
const judge = async (plate: string) =>
  (await judgePlate({ plate_normalized: plate, region: 'IL' }, at, known, hashAll)).result

async function shares(plates: readonly string[], noise: (plate: string) => string) {
  const counts = { MAY_PARK: 0, SIMILAR: 0, NO_RIGHT: 0, UNKNOWN: 0 }
  for (const plate of plates) counts[await judge(noise(plate))] += 1
  return counts
}

test.each(Object.entries(noises))(
  'a vehicle with a right that is read with %s is never accused before a person has compared the plates',
  async (_name, noise) => {
    const { NO_RIGHT, UNKNOWN } = await shares(parked, noise)
    expect({ NO_RIGHT, UNKNOWN }).toEqual({ NO_RIGHT: 0, UNKNOWN: 0 })
  },
)

test('two wrong characters can make an accusation, which only photo and appeal correct', async () => {
  const { NO_RIGHT } = await shares(parked, (plate) =>
    replaced(plate, 2, () => pick([...letters, ...digits])),
  )
  expect(NO_RIGHT).toBeGreaterThan(0)
})

test('vehicles without a right are found, and few of them need a comparison of similar plates', async () => {
  const others = Array.from({ length: 400 }, aPlate).filter((plate) => !parked.includes(plate))
  const found: Record<string, string> = {}
  for (const [name, noise] of Object.entries(noises)) {
    const { NO_RIGHT, SIMILAR, MAY_PARK } = await shares(others, noise)
    found[name] = `${NO_RIGHT} accused, ${SIMILAR} to compare, ${MAY_PARK} missed of ${others.length}`
    expect(MAY_PARK).toBeLessThanOrEqual(1)
    expect(NO_RIGHT / others.length).toBeGreaterThan(0.98)
  }
  console.table(found)
})
