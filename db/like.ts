/** Returns a LIKE pattern for values that contain the text, whose own `%`, `_`, and `\` have no special meaning. */
export const containing = (text: string): string => `%${text.replaceAll(/[%_\\]/g, (sign) => `\\${sign}`)}%`
