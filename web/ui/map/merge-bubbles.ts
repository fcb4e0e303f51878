/** A price on the map, in screen pixels. `cents` decides which price a merged bubble shows. */
export interface Bubble {
  id: string
  x: number
  y: number
  width: number
  cents: number
}

export interface MergedBubble {
  /** The cheapest member, at whose position it is drawn, so that it always points to a lot. */
  id: string
  members: readonly string[]
}

/** Height of a bubble with its tail. */
const BUBBLE_HEIGHT = 42
/** Merged bubbles say "3 from $8.00" and are wider. */
const MERGED_EXTRA = 52
const GAP = 4

/**
 * Merges bubbles that would touch. The cheapest stays and absorbs its neighbors; the selected one is never merged.
 * Deterministic for the same lots and positions.
 */
export function mergeBubbles(bubbles: readonly Bubble[], chosen: string | null): MergedBubble[] {
  const order = bubbles.toSorted(
    (a, b) =>
      Number(b.id === chosen) - Number(a.id === chosen) || a.cents - b.cents || a.id.localeCompare(b.id),
  )
  const stands: { at: Bubble; members: string[] }[] = []
  for (const bubble of order) {
    const host = stands.find((one) => touches(one, bubble))
    if (host && host.at.id !== chosen) host.members.push(bubble.id)
    else stands.push({ at: bubble, members: [bubble.id] })
  }
  return stands.map(({ at, members }) => ({ id: at.id, members }))
}

function touches(stand: { at: Bubble; members: string[] }, bubble: Bubble): boolean {
  const width = stand.at.width + (stand.members.length > 1 ? MERGED_EXTRA : 0)
  return (
    Math.abs(stand.at.x - bubble.x) < (width + bubble.width) / 2 + GAP &&
    Math.abs(stand.at.y - bubble.y) < BUBBLE_HEIGHT + GAP
  )
}
