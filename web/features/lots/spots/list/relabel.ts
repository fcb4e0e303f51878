/** A spot that gets another label. */
export interface Relabeling {
  id: string
  from: string
  to: string
}

const MAX_LABEL = 20

/** Returns the spots whose label starts with `start`, with `replacement` in its place. Case doesn't matter for the start. */
export function relabelings(
  spots: readonly { id: string; label: string }[],
  start: string,
  replacement: string,
): Relabeling[] {
  if (start === '') return []
  return spots.flatMap(({ id, label }) => {
    if (!label.toLowerCase().startsWith(start.toLowerCase())) return []
    const to = (replacement + label.slice(start.length)).trim()
    return to === label || to === '' || to.length > MAX_LABEL ? [] : [{ id, from: label, to }]
  })
}

/**
 * Orders relabelings so that each label is free by its turn: "A2" becomes "A3" before "A1" becomes "A2". Those that wait for each other
 * come last, and the server refuses them.
 */
export function inOrder(all: readonly Relabeling[]): Relabeling[] {
  const waiting = [...all]
  const ordered: Relabeling[] = []
  while (waiting.length > 0) {
    const taken = new Set(waiting.map(({ from }) => from))
    const next = waiting.findIndex(({ to }) => !taken.has(to))
    if (next === -1) return [...ordered, ...waiting]
    ordered.push(...waiting.splice(next, 1))
  }
  return ordered
}
