/** A price on the map, in pixels of the screen. `cents` decides which price a merged bubble shows. */
export interface Bubble {
  id: string
  x: number
  y: number
  width: number
  cents: number
}

export interface MergedBubble {
  /** Where it stands: at its cheapest member, so that it never hangs over nothing. */
  id: string
  members: readonly string[]
}

/** Of a bubble with its tail. */
const BUBBLE_HEIGHT = 42
/** Merged bubbles say "3 from $8.00", hence wider. */
const MERGED_EXTRA = 52
const GAP = 4

/**
 * Merges the bubbles that would touch. The cheapest stands, its neighbours go into it; one that has been chosen is
 * never merged away. Deterministic: the same lots at the same place give the same bubbles.
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
