import { expect, test } from 'vitest'
import { zoneAreas } from './zone-areas.ts'

const stall = (id: string, left: number) => ({
  id,
  label: id,
  points: `${left},10 ${left + 10},10 ${left + 10},30 ${left},30`,
  x: left + 5,
  y: 20,
  size: 10,
  rotation: 0,
})

test('each zone surrounds its spots, and its name is above their middle', () => {
  const names: Record<string, string> = { a: 'North', b: 'North', c: 'South' }
  const areas = zoneAreas(
    [stall('a', 0), stall('b', 10), stall('c', 50), stall('d', 90)],
    (id) => names[id] ?? null,
    2,
  )
  expect(areas.map(({ name, x, y }) => [name, x, y])).toEqual([
    ['North', 10, 8],
    ['South', 55, 8],
  ])
  expect(areas[0]?.points.split(' ').toSorted()).toEqual(['-2.0,32.0', '-2.0,8.0', '22.0,32.0', '22.0,8.0'])
})

test('what surrounds a zone leaves out corners that are inside of it or on an edge', () => {
  const row = [0, 10, 20, 30].map((left) => stall(String(left), left))
  const [area] = zoneAreas(row, () => 'Row', 2)
  expect(area?.points.split(' ')).toHaveLength(4)
})
