import { expect, test } from 'vitest'
import { projectPlan, UNITS_PER_METER } from './plan-geometry.ts'

/** A bay of 2.5 by 5 meters at the equator, rotated by 30 degrees. */
function rotatedBay(id: string, shift: number) {
  const metre = 1 / 111_320
  const corners = [
    [0, 0],
    [2.5, 0],
    [2.5, 5],
    [0, 5],
    [0, 0],
  ].map(([x = 0, y = 0]) => {
    const angle = Math.PI / 6
    const moved = x + shift
    return [
      (moved * Math.cos(angle) - y * Math.sin(angle)) * metre,
      (moved * Math.sin(angle) + y * Math.cos(angle)) * metre,
    ]
  })
  return { id, label: id, level: 0, shape: corners }
}

test('rows are rotated horizontal and keep their dimensions', () => {
  const plan = projectPlan([rotatedBay('a', 0), rotatedBay('b', 2.5)])
  expect(plan?.spots).toHaveLength(2)
  const metres = (units = 0) => units / UNITS_PER_METER
  expect(metres(plan?.view.width) - 4).toBeCloseTo(5, 1)
  expect(metres(plan?.view.height) - 4).toBeCloseTo(5, 1)
  expect(metres(plan?.spots[0]?.size)).toBeCloseTo(2.5, 1)
})

test('there is no plan without shapes', () => {
  expect(projectPlan([{ id: 'a', label: 'a', level: 0, shape: null }])).toBeNull()
})
