import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fontIn } from './woff.ts'

/**
 * The fonts embedded in documents. Each family is split into slices, files of some characters each; a document embeds
 * only those that it needs.
 */

export type Weight = 400 | 700

interface Family {
  name: string
  weights: readonly Weight[]
  /** Use the family only for clusters that match, because other families draw its remaining characters better. */
  only?: RegExp
}

/** Japan and China draw many of their common characters differently. */
const japanese = 'noto-sans-jp'

/** The families in order of preference. The last resort has nearly every character, drawn plainly. */
const families: readonly Family[] = [
  { name: 'noto-sans', weights: [400, 700] },
  { name: 'noto-sans-hebrew', weights: [400, 700] },
  { name: 'noto-sans-arabic', weights: [400, 700] },
  { name: 'noto-sans-thai', weights: [400, 700] },
  { name: 'nanum-gothic', weights: [400, 700], only: /\p{Script=Hangul}/u },
  { name: 'noto-sans-sc', weights: [400, 700] },
  {
    name: japanese,
    weights: [400, 700],
    only: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u,
  },
]
export const lastResort = fileOf('unifontex', 'latin', 400)

/** A file with some characters of a family. */
interface Slice {
  family: Family
  name: string
}

/** The slices that list a character, the best first. */
let slicesByCode: ReadonlyMap<number, readonly Slice[]> | null = null

/**
 * Returns the files that may have all characters of a cluster, the best first for a document in a language (BCP 47). The lists are
 * not exact, so the caller must check.
 */
export function fontsFor(cluster: string, weight: Weight, language: string): string[] {
  slicesByCode ??= readSlices()
  const [first = [], ...others] = Array.from(
    cluster,
    (sign) => slicesByCode?.get(sign.codePointAt(0) ?? 0) ?? [],
  )
  const fitting = first.filter(
    (slice) => (slice.family.only?.test(cluster) ?? true) && others.every((have) => have.includes(slice)),
  )
  const isFirst = ({ family }: Slice) => family.name === japanese && language.startsWith('ja')
  const ordered = [...fitting.filter(isFirst), ...fitting.filter((slice) => !isFirst(slice))]
  return [
    ...ordered.map(({ family, name }) =>
      fileOf(family.name, name, family.weights.includes(weight) ? weight : 400),
    ),
    lastResort,
  ]
}

/**
 * Returns the bytes of a font. They are cached: a few dozen kilobytes each, and a lot's documents use the same ones.
 */
export function readFont(file: string): Buffer {
  const known = read.get(file)
  if (known) return known
  const font = fontIn(readFileSync(file))
  read.set(file, font)
  return font
}

const read = new Map<string, Buffer>()

function readSlices(): Map<number, Slice[]> {
  const byCode = new Map<number, Slice[]>()
  for (const family of families) {
    const said = JSON.parse(
      readFileSync(pathOf(`@fontsource/${family.name}/unicode.json`), 'utf8'),
    ) as Record<string, string>
    for (const [name, ranges] of Object.entries(said)) {
      // "[12]" is the twelfth of the numbered files.
      const slice = { family, name: name.replace(/^\[(.+)\]$/, '$1') }
      for (const code of codesOf(ranges)) byCode.set(code, [...(byCode.get(code) ?? []), slice])
    }
  }
  return byCode
}

/** "U+0100-0113,U+2020" */
function codesOf(ranges: string): number[] {
  return ranges.split(',').flatMap((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-')
    const from = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, more) => from + more)
  })
}

function fileOf(family: string, slice: string, weight: Weight): string {
  return pathOf(`@fontsource/${family}/files/${family}-${slice}-${weight}-normal.woff`)
}

function pathOf(name: string): string {
  return createRequire(import.meta.url).resolve(name)
}
