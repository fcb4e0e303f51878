import { expect, test } from 'vitest'
import { paperIn } from './paper.ts'

test('documents are printed on US Letter where printers have it, and on A4 elsewhere', () => {
  const letter = { width: 612, height: 792 }
  expect(['US', 'CA', 'MX', 'PR', 'GU'].map(paperIn)).toEqual(Array.from({ length: 5 }, () => letter))
  const a4 = { width: 595.28, height: 841.89 }
  expect(['GB', 'DE', 'JP', null].map(paperIn)).toEqual(Array.from({ length: 4 }, () => a4))
})
