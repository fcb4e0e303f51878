import { aFile, aSquare } from '@openspot/core/testing/lot-files.ts'
import { expect, test } from 'vitest'
import { readLotFileInThread } from './lot-file-in-thread.ts'

const asked = { text: aFile(aSquare()), number: null }
const tooMany = { code: 'too_many_requests', retry_after_seconds: 5 }

test('a person has one file read at a time', async () => {
  const first = readLotFileInThread('a person', asked)
  await expect(readLotFileInThread('a person', asked)).rejects.toMatchObject(tooMany)
  expect(await first).toMatchObject({ left_out: 0 })
  expect(await readLotFileInThread('a person', asked)).toMatchObject({ left_out: 0 })
})

test('at most five files wait for the one that is being read', async () => {
  const read = [1, 2, 3, 4, 5, 6].map((number) => readLotFileInThread(`person ${number}`, asked))
  await expect(readLotFileInThread('person 7', asked)).rejects.toMatchObject(tooMany)
  for (const each of await Promise.all(read)) expect(each).toMatchObject({ left_out: 0 })
  expect(await readLotFileInThread('person 7', asked)).toMatchObject({ left_out: 0 })
})

test.each([
  [null, 'text'],
  [1, 'feature'],
])(
  'a file of which feature %s takes too long is refused, and the next one is read',
  async (number, field) => {
    const within = { milliseconds: 1, memory_mb: 512 }
    expect(await readLotFileInThread('slow', { ...asked, number }, within)).toEqual({
      refusal: { code: 'too_detailed', corners: 500, area_m2: 1_000_000 },
      field,
    })
    expect(await readLotFileInThread('next', asked)).toMatchObject({ left_out: 0 })
  },
)
