import type { Span } from '../windows/windows.ts'

/** A stretch of time and what it is because of; the same thing is the same object. */
export type Layer<What> = Span & { what: What }

/**
 * Parts in order that do not overlap: at every moment the first named of the layers wins. Parts that follow on each
 * other because of the same object are one.
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
