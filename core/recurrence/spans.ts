/** A stretch of time `[from, to)` in epoch minutes; `to` may be `Number.POSITIVE_INFINITY`. */
export type Span = { from: number; to: number }

/** Returns the same time with the fewest spans, in order: overlapping and touching ones joined, empty ones removed. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  const inOrder = spans.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)
  for (const { from, to } of inOrder) {
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}

/** Returns the parts of `a` that no span of `b` covers, merged and in order. */
export function subtractSpans(a: readonly Span[], b: readonly Span[]): Span[] {
  const takenAway = mergeSpans(b)
  const left: Span[] = []
  let next = 0
  for (const span of mergeSpans(a)) {
    let from = span.from
    // Both are in order, so spans that end before this one starts are skipped permanently.
    while ((takenAway[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1
    for (let at = next; from < span.to; at += 1) {
      const hole = takenAway[at]
      if (!hole || hole.from >= span.to) {
        left.push({ from, to: span.to })
        break
      }
      if (from < hole.from) left.push({ from, to: hole.from })
      from = hole.to
    }
  }
  return left
}

/** Returns the parts of the spans within `[from, to)`, in the same order. */
export function clipSpans(spans: readonly Span[], from: number, to: number): Span[] {
  return spans
    .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.from < span.to)
}

/** Whether any moment of `[from, to)` lies in one of the spans, which may be in any order. */
export function touches(spans: readonly Span[], from: number, to: number): boolean {
  return spans.some((span) => Math.max(span.from, from) < Math.min(span.to, to))
}

/**
 * Whether every moment of `[from, to)` lies in one of the spans, which may be in any order; true for an empty range.
 */
export function covers(spans: readonly Span[], from: number, to: number): boolean {
  return from >= to || mergeSpans(spans).some((span) => span.from <= from && to <= span.to)
}
