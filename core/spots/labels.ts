/** Maximum number of spots added at once. */
export const MAX_SPOTS_AT_ONCE = 2000
/** Maximum length of a spot label. */
export const longestLabel = 20

export type Labels = { ok: true; labels: string[] } | { ok: false; part: string; message: string }

/**
 * Parses labels as staff write them: `A1, B7`, `A1-A20`, `P1-001..P1-120`, separated by commas, semicolons, or lines.
 * Two dots always form a range whose end may be only a number (`A1..20`). A hyphen forms one only between two labels
 * that differ only in their last number: `P1-001` is a label. Numbers keep their leading zeros.
 */
export function readLabels(text: string): Labels {
  const labels: string[] = []
  const seen = new Set<string>()
  for (const part of text.split(/[,;\n]/).map((each) => each.trim())) {
    if (part === '') continue
    const range = rangeOf(part)
    if (typeof range === 'string') return { ok: false, part, message: range }
    for (const label of range) {
      if (label.length > longestLabel) {
        return { ok: false, part, message: `“${label}” is longer than ${longestLabel} characters.` }
      }
      if (seen.has(label))
        return { ok: false, part, message: `“${label}” is listed twice. Remove one of them.` }
      if (labels.length === MAX_SPOTS_AT_ONCE) {
        return {
          ok: false,
          part,
          message: `You can add at most ${MAX_SPOTS_AT_ONCE} spots at a time. Add them in several steps.`,
        }
      }
      seen.add(label)
      labels.push(label)
    }
  }
  if (labels.length === 0)
    return { ok: false, part: '', message: 'Enter at least one label, such as A1 or A1-A20.' }
  return { ok: true, labels }
}

interface Numbered {
  prefix: string
  digits: string
}

/** Returns the labels of one part, or the problem with it. */
function rangeOf(part: string): string[] | string {
  const dots = part.split('..').map((end) => end.trim())
  if (dots.length > 1) {
    const [first, last] = dots
    if (dots.length > 2 || !first || !last)
      return `“${part}” is missing its first or last label. Enter a range such as A1..A20.`
    const from = numbered(first)
    const to = /^\d+$/.test(last) && from ? { prefix: from.prefix, digits: last } : numbered(last)
    if (!from || !to || from.prefix !== to.prefix) {
      return `“${part}” is not a range. Both labels must be the same except for their last number.`
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

function between(part: string, from: Numbered, to: Numbered): string[] | string {
  const [first, last] = [Number(from.digits), Number(to.digits)]
  if (last < first) return `“${part}” is in descending order. Enter the lower number first.`
  if (last - first >= MAX_SPOTS_AT_ONCE) {
    return `You can add at most ${MAX_SPOTS_AT_ONCE} spots at a time. Add them in several steps.`
  }
  const width = from.digits.startsWith('0') ? from.digits.length : 0
  return Array.from(
    { length: last - first + 1 },
    (_, at) => from.prefix + String(first + at).padStart(width, '0'),
  )
}
