import { expect, test } from 'vitest'
import { previewedFrom, previewPath, readPreview } from './preview.ts'

const lot_id = '0198c0de-0000-7000-8000-000000000001'

test('a preview leads back to the page of the console from which it was opened', () => {
  const from = { lot_id, section: 'settings' } as const
  const path = previewPath('/l/abc', from)
  const read = readPreview(Object.fromEntries(new URL(path, 'http://localhost').searchParams))
  expect(read).toEqual(from)
  expect(previewedFrom(from)).toBe(`/lots/${lot_id}/settings?tab=links`)
})

test('an address that names another place is no preview', () => {
  for (const query of [
    {},
    { preview: 'setup' },
    { preview: 'setup', lot: '../../me' },
    { preview: 'payouts', lot: lot_id },
    { preview: ['setup', '//evil.example'], lot: '' },
  ])
    expect(readPreview(query)).toBeNull()
})
