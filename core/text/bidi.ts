/**
 * Reorders a line of mixed directions (Unicode Bidirectional Algorithm, UAX #9) for text that we draw ourselves.
 * Explicit embeddings and isolates are removed rather than interpreted.
 */

/** A run of a line in one direction: its characters in logical order, with brackets mirrored for display. */
export interface DirectedRun {
  text: string
  is_rtl: boolean
}

type Class = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'NSM' | 'ON'

const classes: readonly [Class, RegExp][] = [
  ['NSM', /[\p{Mn}\p{Me}]/u],
  ['EN', /[0-9\u06f0-\u06f9]/u],
  ['AN', /[\u0660-\u0669\u066b\u066c]/u],
  ['AL', /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u],
  ['R', /[\p{Script=Hebrew}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u],
  ['ES', /[+-]/u],
  ['ET', /[#%°‰\p{Sc}]/u],
  ['CS', /[,./:\u00a0]/u],
  ['L', /[\p{L}\p{N}\p{Mc}]/u],
]
const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const pairs = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['«', '»'],
  ['‹', '›'],
  ['<', '>'],
])
const mirrors = new Map([...pairs, ...[...pairs].map(([open, close]) => [close, open] as const)])

/** Whether a paragraph is right-to-left; its first letter decides. */
export function isRightToLeft(text: string): boolean {
  for (const sign of text) {
    const of = classOf(sign)
    if (of === 'L') return false
    if (of === 'R' || of === 'AL') return true
  }
  return false
}

/** Returns the runs of a line from left to right. `from_right` means that the paragraph is right-to-left. */
export function visualRuns(line: string, from_right: boolean): DirectedRun[] {
  const signs = Array.from(line.replace(controls, ''))
  const base = from_right ? 1 : 0
  const levels = levelsOf(signs, base)
  return reordered(signs, levels)
}

function classOf(sign: string): Class {
  return classes.find(([, signs]) => signs.test(sign))?.[0] ?? 'ON'
}

/** Even levels are left-to-right. The ends of the line take the direction of the paragraph. */
function levelsOf(signs: readonly string[], base: number): number[] {
  const own: Class = base === 1 ? 'R' : 'L'
  const is = signs.map(classOf)
  readNumbers(is, own)
  readBrackets(signs, is, own)
  readNeutrals(is, own)
  const levels = is.map((of): number => {
    if (base === 0) return of === 'L' ? 0 : of === 'R' ? 1 : 2
    return of === 'R' ? 1 : 2
  })
  // Trailing spaces take the direction of the paragraph.
  for (let at = signs.length - 1; at >= 0 && /\s/u.test(signs[at] ?? ''); at -= 1) levels[at] = base
  return levels
}

/** W1 to W7: marks follow their letter; separators and terminators become part of a number. */
function readNumbers(is: Class[], own: Class): void {
  let strong = own
  for (let at = 0; at < is.length; at += 1) {
    if (is[at] === 'NSM') is[at] = is[at - 1] ?? own
    if (is[at] === 'L' || is[at] === 'R' || is[at] === 'AL') strong = is[at] ?? own
    if (is[at] === 'EN' && strong === 'AL') is[at] = 'AN'
  }
  for (let at = 0; at < is.length; at += 1) {
    if (is[at] === 'AL') is[at] = 'R'
    const [before, after] = [is[at - 1], is[at + 1]]
    if (before !== after) continue
    if (is[at] === 'ES' && before === 'EN') is[at] = 'EN'
    if (is[at] === 'CS' && (before === 'EN' || before === 'AN')) is[at] = before
  }
  for (let at = 0; at < is.length; at += 1) {
    if (is[at] !== 'ET') continue
    let end = at
    while (is[end] === 'ET') end += 1
    is.fill(is[at - 1] === 'EN' || is[end] === 'EN' ? 'EN' : 'ON', at, end)
  }
  strong = own
  for (let at = 0; at < is.length; at += 1) {
    if (is[at] === 'ES' || is[at] === 'CS') is[at] = 'ON'
    if (is[at] === 'L' || is[at] === 'R') strong = is[at] ?? own
    if (is[at] === 'EN' && strong === 'L') is[at] = 'L'
  }
}

/** Numbers count as right-to-left when resolving neutrals. */
const side = (of: Class | undefined): 'L' | 'R' | null =>
  of === 'L' ? 'L' : of === 'R' || of === 'EN' || of === 'AN' ? 'R' : null

/** N0: both brackets of a pair get the same direction. */
function readBrackets(signs: readonly string[], is: Class[], own: Class): void {
  for (const [from, to] of bracketPairs(signs, is)) {
    const inside = new Set(is.slice(from + 1, to).map(side))
    const ownSide = own === 'R' ? 'R' : 'L'
    const other = ownSide === 'R' ? 'L' : 'R'
    const before = is.slice(0, from).map(side).findLast(Boolean) ?? ownSide
    if (!inside.has(ownSide) && !inside.has(other)) continue
    const goes = !inside.has(ownSide) && before === other ? other : ownSide
    for (const bracket of [from, to]) {
      is[bracket] = goes
      // Marks on a bracket follow it.
      for (let at = bracket + 1; classOf(signs[at] ?? '') === 'NSM'; at += 1) is[at] = goes
    }
  }
}

function bracketPairs(signs: readonly string[], is: readonly Class[]): [number, number][] {
  const open: { at: number; close: string }[] = []
  const found: [number, number][] = []
  signs.forEach((sign, at) => {
    if (is[at] !== 'ON') return
    const close = pairs.get(sign)
    if (close !== undefined) open.push({ at, close })
    const match = open.findLastIndex((one) => one.close === sign)
    const opened = open[match]
    if (!opened) return
    found.push([opened.at, at])
    open.length = match
  })
  return found.toSorted(([a], [b]) => a - b)
}

/** N1 and N2: neutrals take the direction of their neighbors if those agree, otherwise that of the paragraph. */
function readNeutrals(is: Class[], own: Class): void {
  const ownSide = side(own) ?? 'L'
  for (let at = 0; at < is.length; at += 1) {
    if (side(is[at]) !== null) continue
    let end = at
    while (end < is.length && side(is[end]) === null) end += 1
    const before = at === 0 ? ownSide : side(is[at - 1])
    const after = end === is.length ? ownSide : side(is[end])
    is.fill(before === after && before !== null ? before : ownSide, at, end)
  }
}

/** L2 and L4: from the highest level down to the lowest odd level, reverse every run at or above that level. */
function reordered(signs: readonly string[], levels: readonly number[]): DirectedRun[] {
  const runs: { level: number; text: string }[] = []
  signs.forEach((sign, at) => {
    const level = levels[at] ?? 0
    const last = runs.at(-1)
    const shown = level % 2 === 1 ? (mirrors.get(sign) ?? sign) : sign
    if (last?.level === level) last.text += shown
    else runs.push({ level, text: shown })
  })
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    for (let at = 0; at < runs.length; at += 1) {
      let end = at
      while ((runs[end]?.level ?? -1) >= level) end += 1
      if (end > at) runs.splice(at, end - at, ...runs.slice(at, end).toReversed())
      at = Math.max(at, end)
    }
  }
  return runs.map(({ level, text }) => ({ text, is_rtl: level % 2 === 1 }))
}
