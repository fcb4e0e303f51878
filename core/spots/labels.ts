import type { Reason } from '../reasons.ts'
import { LIST_MARKS } from '../text/list-marks.ts'

/** Maximum number of spots added at once. */
export const MAX_SPOTS_AT_ONCE = 2000
/** Maximum length of a spot label. */
export const longestLabel = 20

const betweenParts = new RegExp(`[${LIST_MARKS}\n]`)

export type Labels = { ok: true; labels: string[] } | { ok: false; part: string; reason: Reason }

/**
 * Parses labels as staff write them: `A1, B7`, `A1-A20`, `P1-001..P1-120`, separated by commas or semicolons of any script, or lines.
 * Two dots always form a range whose end may be only a number (`A1..20`). A hyphen forms one only between two labels
 * that differ only in their last number: `P1-001` is a label. Numbers keep their leading zeros.
 */
export function readLabels(text: string): Labels {
  const labels: string[] = []
  const seen = new Set<string>()
  for (const part of text.split(betweenParts).map((each) => each.trim())) {
    if (part === '') continue
    const range = rangeOf(part)
    if ('code' in range) return { ok: false, part, reason: range }
    for (const label of range) {
      if (label.length > longestLabel) {
        return { ok: false, part, reason: { code: 'label_too_long', label, max: longestLabel } }
      }
      if (seen.has(label)) return { ok: false, part, reason: { code: 'label_twice', label } }
      if (labels.length === MAX_SPOTS_AT_ONCE) {
        return {
          ok: false,
          part,
          reason: { code: 'too_many_labels', max: MAX_SPOTS_AT_ONCE },
        }
      }
      seen.add(label)
      labels.push(label)
    }
  }
  if (labels.length === 0) return { ok: false, part: '', reason: { code: 'no_labels' } }
  return { ok: true, labels }
}

interface Numbered {
  prefix: string
  digits: string
}

/** Returns the labels of one part, or the problem with it. */
function rangeOf(part: string): string[] | Reason {
  const dots = part.split('..').map((end) => end.trim())
  if (dots.length > 1) {
    const [first, last] = dots
    if (dots.length > 2 || !first || !last) return { code: 'range_incomplete', range: part }
    const from = numbered(first)
    const to = /^\d+$/.test(last) && from ? { prefix: from.prefix, digits: last } : numbered(last)
    if (!from || !to || from.prefix !== to.prefix) {
      return { code: 'range_mixed', range: part }
    }
    return between(part, from, to)
  }
  for (const at of hyphensOf(part)) {
    const from = numbered(part.slice(0, at).trim())
    const to = numbered(part.slice(at + 1).trim())
    if (from && to && from.prefix === to.prefix) return between(part, from, to)
  }
  return [part]
}

const hyphensOf = (part: string) => [...part.matchAll(/[-–]/g)].map((found) => found.index)

function numbered(label: string): Numbered | null {
  const found = /^(.*?)(\d{1,9})$/.exec(label)
  return found ? { prefix: found[1] ?? '', digits: found[2] ?? '' } : null
}

function between(part: string, from: Numbered, to: Numbered): string[] | Reason {
  const [first, last] = [Number(from.digits), Number(to.digits)]
  if (last < first) return { code: 'range_descending', range: part }
  if (last - first >= MAX_SPOTS_AT_ONCE) {
    return { code: 'too_many_labels', max: MAX_SPOTS_AT_ONCE }
  }
  const width = from.digits.startsWith('0') ? from.digits.length : 0
  return Array.from(
    { length: last - first + 1 },
    (_, at) => from.prefix + String(first + at).padStart(width, '0'),
  )
}
