import { lookAlikesOf } from './plates.ts'

const characters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')

/** Returns every plate of letters and digits that differs from this one by one replaced, added, or removed character. */
export function oneEditsOf(plate: string): string[] {
  const found = new Set<string>()
  for (let at = 0; at <= plate.length; at++) {
    const [before, after] = [plate.slice(0, at), plate.slice(at)]
    if (after) found.add(before + after.slice(1))
    for (const each of characters) {
      found.add(before + each + after)
      if (after) found.add(before + each + after.slice(1))
    }
  }
  found.delete(plate)
  return [...found]
}

/**
 * Returns every plate that looks like this one, without itself. Null if there are more than `most`, because each character may be
 * one of up to four.
 */
export function allLookAlikesOf(plate: string, most: number): string[] | null {
  const choices = Array.from(plate, lookAlikesOf)
  const count = choices.reduce((product, each) => product * each.length, 1)
  if (count > most) return null
  let found = ['']
  for (const each of choices) found = found.flatMap((start) => each.map((end) => start + end))
  return found.filter((each) => each !== plate)
}
