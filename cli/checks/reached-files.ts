import { importsOf } from './imports.ts'

/** Returns the files that some files import, directly or through others, and these themselves. */
export function filesReachedFrom<T extends { file: string; text: string }>(
  files: readonly T[],
  isStart: (file: string) => boolean,
): T[] {
  const known = new Map(files.map((one) => [one.file, one]))
  const reached = new Set(files.filter(({ file }) => isStart(file)))
  for (const { file, text } of reached)
    for (const { target } of importsOf(file, text)) {
      const next = known.get(target)
      if (next) reached.add(next)
    }
  return [...reached]
}
