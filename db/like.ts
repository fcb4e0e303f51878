/** Escapes the signs that have a meaning in a LIKE pattern: `%`, `_`, and `\`. */
const escaped = (text: string): string => text.replaceAll(/[%_\\]/g, (sign) => `\\${sign}`)

/** Returns a LIKE pattern for values that contain the text. */
export const containing = (text: string): string => `%${escaped(text)}%`
