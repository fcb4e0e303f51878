import { expect, test } from 'vitest'
import { inOrder, relabelings } from './relabel.ts'

const spots = ['A1', 'A2', 'a3', 'B1'].map((label) => ({ id: label, label }))

test('relabelings replaces the start of labels, whatever its case, and leaves other spots alone', () => {
  expect(relabelings(spots, 'A', 'P-').map(({ from, to }) => `${from} ${to}`)).toEqual([
    'A1 P-1',
    'A2 P-2',
    'a3 P-3',
  ])
  expect(relabelings(spots, '', 'P')).toEqual([])
  expect(relabelings(spots, 'B1', '')).toEqual([])
  expect(relabelings(spots, 'B', 'x'.repeat(20))).toEqual([])
})

test('inOrder frees each label before another spot takes it', () => {
  const step = (from: string, to: string) => ({ id: from, from, to })
  expect(inOrder([step('A1', 'A2'), step('A2', 'A3')]).map(({ from }) => from)).toEqual(['A2', 'A1'])
  expect(inOrder([step('A1', 'A2'), step('A2', 'A1')])).toHaveLength(2)
})
