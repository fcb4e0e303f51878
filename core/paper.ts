/** The size of a page in points, 1/72 of an inch. */
export interface Paper {
  width: number
  height: number
}

const letter: Paper = { width: 612, height: 792 }
const a4: Paper = { width: 595.28, height: 841.89 }

/**
 * The countries whose printers have US Letter paper (CLDR, supplemental/measurementData, paperSize), and the territories of
 * the US, which CLDR leaves to their country.
 */
const letterIn: ReadonlySet<string> = new Set(
  'BZ CA CL CO CR GT MX NI PA PH PR SV US VE AS GU MP UM VI'.split(' '),
)

/** Returns the paper on which a document is printed in a country (ISO 3166-1): US Letter or A4. */
export const paperIn = (country: string | null): Paper =>
  country !== null && letterIn.has(country) ? letter : a4
