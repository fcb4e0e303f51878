import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

/** A run of a line in one direction: its characters in logical order, with brackets mirrored for display. */
export interface DirectedRun {
  text: string
  is_rtl: boolean
}

/** Characters that change the direction of what follows. They are removed, because nobody sees them in a text that strangers typed. */
const controls = /[\u061c\u202a-\u202e\u2066-\u2069]/gu
/** Marks that act as a letter of a direction: they only keep signs beside them in place, such as a currency symbol. */
const marks = /[\u200e\u200f]/u

/** Whether a paragraph is right-to-left; its first letter decides. */
export const isRightToLeft = (text: string): boolean =>
  bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1

/**
 * Returns the runs of a line from left to right (Unicode Bidirectional Algorithm, UAX #9), for text that we draw
 * ourselves. `from_right` means that the paragraph is right-to-left.
 */
export function visualRuns(line: string, from_right: boolean): DirectedRun[] {
  const text = line.replace(controls, '')
  const embedding = bidi.getEmbeddingLevels(text, from_right ? 'rtl' : 'ltr')
  const runs: DirectedRun[] = []
  let last = -1
  for (const at of bidi.getReorderedIndices(text, embedding)) {
    const is_rtl = (embedding.levels[at] ?? 0) % 2 === 1
    const sign = text.charAt(at)
    const shown = is_rtl ? (bidi.getMirroredCharacter(sign) ?? sign) : sign
    if (marks.test(sign)) {
      if (at === last + (is_rtl ? -1 : 1)) last = at
      continue
    }
    const run = runs.at(-1)
    if (run?.is_rtl === is_rtl && at === last + (is_rtl ? -1 : 1)) {
      run.text = is_rtl ? shown + run.text : run.text + shown
    } else runs.push({ text: shown, is_rtl })
    last = at
  }
  return runs
}
