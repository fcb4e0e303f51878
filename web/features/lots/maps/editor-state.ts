import type { Placement } from '@openspot/contract/lots/maps.ts'

/** The part of a map that is saved as a whole. */
export interface Draft {
  name: string
  position: number
  picture: { id: string; url: string } | null
  /** How strongly the picture is drawn. */
  picture_opacity_percent: number
  /** Whether drivers see the picture. */
  shows_picture: boolean
  width: number
  height: number
  spots: readonly Placement[]
}

/** The state of the map editor, with undo and redo. */
export interface Editor {
  draft: Draft
  past: readonly Draft[]
  future: readonly Draft[]
  chosen: readonly string[]
  /** The draft before the current drag of spots or of the opacity started. */
  held: Draft | null
}

export type Action =
  | { do: 'start'; draft: Draft }
  | { do: 'change'; draft: Draft; chosen?: readonly string[] }
  | { do: 'drag'; spots: readonly Placement[] }
  | { do: 'fade'; picture_opacity_percent: number }
  | { do: 'drop' }
  | { do: 'choose'; chosen: readonly string[] }
  | { do: 'undo' }
  | { do: 'redo' }

const MAX_STEPS = 200

export const startEditor = (draft: Draft): Editor => ({
  draft,
  past: [],
  future: [],
  chosen: [],
  held: null,
})

export function edit(editor: Editor, action: Action): Editor {
  const { draft, past, future, held } = editor
  switch (action.do) {
    case 'start':
      return startEditor(action.draft)
    case 'change': {
      // A key may be pressed during a drag, which is dropped first.
      const dropped = edit(editor, { do: 'drop' })
      return withChosen({ ...stepTo(dropped, action.draft, draft), chosen: action.chosen ?? editor.chosen })
    }
    case 'drag':
      return { ...editor, held: held ?? draft, draft: { ...draft, spots: action.spots } }
    case 'fade':
      return {
        ...editor,
        held: held ?? draft,
        draft: { ...draft, picture_opacity_percent: action.picture_opacity_percent },
      }
    case 'drop':
      return held === null ? editor : { ...stepTo(editor, draft, held), held: null }
    case 'choose':
      return { ...editor, chosen: action.chosen }
    case 'undo': {
      const before = past.at(-1)
      if (!before || held) return editor
      return withChosen({ ...editor, draft: before, past: past.slice(0, -1), future: [draft, ...future] })
    }
    case 'redo': {
      const [next, ...rest] = future
      if (!next || held) return editor
      return withChosen({ ...editor, draft: next, past: [...past, draft], future: rest })
    }
  }
}

const stepTo = (editor: Editor, draft: Draft, before: Draft): Editor => ({
  ...editor,
  draft,
  past: [...editor.past, before].slice(-MAX_STEPS),
  future: [],
})

/** Removes spots from the selection that no longer exist. */
function withChosen(editor: Editor): Editor {
  const there = new Set(editor.draft.spots.map(({ spot_id }) => spot_id))
  return { ...editor, chosen: editor.chosen.filter((id) => there.has(id)) }
}

/** Returns the placements with the listed spots changed. */
export const changeSpots = (
  spots: readonly Placement[],
  ids: readonly string[],
  change: (spot: Placement) => Placement,
): Placement[] => spots.map((spot) => (ids.includes(spot.spot_id) ? change(spot) : spot))

/** Returns the placement of the next spot: next to the last one and of the same size, or in the center. */
export function nextPlacement(spot_id: string, { spots, width, height }: Draft): Placement {
  const last = spots.at(-1)
  if (!last) {
    const side = Math.min(width, height) / 12
    return { spot_id, x: width / 2, y: height / 2, width: side, height: side * 2, rotation: 0, outline: null }
  }
  const angle = (last.rotation * Math.PI) / 180
  const [x, y] = [last.x + last.width * Math.cos(angle), last.y + last.width * Math.sin(angle)]
  const isOn = x >= 0 && x <= width && y >= 0 && y <= height
  const position = isOn ? { x, y } : { x: width / 2, y: height / 2 }
  return { ...last, ...position, spot_id }
}
