/** A title of a table as titles are compared: without case, and with a space for each of the marks between words. */
export const plainTitle = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
