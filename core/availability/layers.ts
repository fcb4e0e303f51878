import type { Span } from '../recurrence/recurrence.ts'

/** A span and its cause; causes are compared by object identity. */
export type Layer<What> = Span & { what: What }

/**
 * Returns disjoint parts in order; at every moment the first layer in the list wins. Adjacent parts with the same cause
 * object are merged.
 */
export function flatten<What>(layers: readonly Layer<What>[]): Layer<What>[] {
  const coming = layers.map((layer, rank) => ({ ...layer, rank })).sort((a, b) => a.from - b.from)
  const bounds = [...new Set(layers.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const flat: Layer<What>[] = []
  let running: typeof coming = []
  let next = 0
  for (const [index, from] of bounds.entries()) {
    const to = bounds[index + 1]
    if (to === undefined) break
    for (let layer = coming[next]; layer && layer.from <= from; layer = coming[next]) {
      running.push(layer)
      next += 1
    }
    running = running.filter((layer) => layer.to > from)
    const [head, ...rest] = running
    if (!head) continue
    const { what } = rest.reduce((best, layer) => (layer.rank < best.rank ? layer : best), head)
    const last = flat.at(-1)
    if (last && last.to === from && last.what === what) last.to = to
    else flat.push({ from, to, what })
  }
  return flat
}
