/**
 * Returns a name for each column of a file by which people and the next file recognize it: equal names are numbered, and one
 * without a name has its position.
 */
export function uniqueColumns(columns: readonly string[]): string[] {
  const used = new Set<string>()
  return columns.map((given, at) => {
    const name = given.trim().slice(0, 180) || `#${at + 1}`
    let unique = name
    for (let number = 2; used.has(unique); number++) unique = `${name} (${number})`
    used.add(unique)
    return unique
  })
}
