import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Action, type Draft, edit, nextPlacement, startEditor } from './editor-state.ts'

const draft: Draft = {
  name: 'Ground',
  position: 1,
  picture: null,
  picture_opacity_percent: 100,
  shows_picture: true,
  width: 800,
  height: 600,
  spots: [],
}
const spots = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
  .map((ids) => ids.map((id) => nextPlacement(id, draft)))
const actions = fc.array(
  fc.oneof(
    spots.map((some): Action => ({ do: 'change', draft: { ...draft, spots: some } })),
    spots.map((some): Action => ({ do: 'drag', spots: some })),
    fc
      .integer({ min: 10, max: 100 })
      .map((picture_opacity_percent): Action => ({ do: 'fade', picture_opacity_percent })),
    fc.constantFrom<Action>(
      { do: 'drop' },
      { do: 'undo' },
      { do: 'redo' },
      { do: 'choose', chosen: ['a', 'b'] },
    ),
  ),
  { maxLength: 40 },
)

test('undoing all actions restores the initial draft, and redoing restores the final one', () => {
  fc.assert(
    fc.property(actions, (all) => {
      const done = edit(all.reduce(edit, startEditor(draft)), { do: 'drop' })
      let back = done
      for (let n = 0; n <= all.length; n += 1) back = edit(back, { do: 'undo' })
      expect(back.draft).toEqual(draft)
      const steps = done.past.length
      let again = back
      for (let n = 0; n < steps; n += 1) again = edit(again, { do: 'redo' })
      expect(again.draft).toEqual(done.draft)
      const there = done.draft.spots.map(({ spot_id }) => spot_id)
      const dropped = edit(done, { do: 'change', draft: done.draft })
      expect(dropped.chosen.every((id) => there.includes(id))).toBe(true)
    }),
  )
})

test('a drag is one undo step, however often it moved', () => {
  const at = (x: number) => [{ ...nextPlacement('a', draft), x }]
  const actions: Action[] = [
    { do: 'change', draft: { ...draft, spots: at(1) } },
    { do: 'drag', spots: at(2) },
    { do: 'drag', spots: at(3) },
    { do: 'drop' },
    { do: 'undo' },
  ]
  expect(actions.reduce(edit, startEditor(draft)).draft.spots[0]?.x).toBe(1)
})

test('nextPlacement is next to the last spot and never outside the map', () => {
  const first = nextPlacement('a', draft)
  expect(first).toMatchObject({ x: 400, y: 300, width: 50, height: 100 })
  const second = nextPlacement('b', { ...draft, spots: [first] })
  expect(second).toMatchObject({ spot_id: 'b', x: 450, y: 300 })
  expect(nextPlacement('c', { ...draft, spots: [{ ...first, x: 790 }] })).toMatchObject({ x: 400, y: 300 })
})
