/**
 * Splits a full name into first and last name, the last word being the last name. Null if it has no two words: a name of one word is asked
 * for again, because staff look people up by their last name.
 */
export function splitFullName(full_name: string): { first_name: string; last_name: string } | null {
  const words = full_name.trim().split(/\s+/)
  const last_name = words.at(-1) ?? ''
  const first_name = words.slice(0, -1).join(' ')
  return first_name === '' ? null : { first_name, last_name }
}
