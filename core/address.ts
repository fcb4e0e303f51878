export const addressFields = ['street', 'city', 'region', 'postal_code'] as const
export type AddressField = (typeof addressFields)[number]
export type Address = Partial<Record<AddressField, string | null>>

const byCode: readonly AddressField[] = ['street', 'postal_code', 'city', 'region']
const downward: readonly AddressField[] = ['postal_code', 'region', 'city', 'street']

/** Countries that write the city before the postal code. Most others write it after the code, as in "10115 Berlin". */
const cityFirst = new Set('US CA AU NZ GB IE IN PR GU VI AS MP'.split(' '))
/** Countries that begin with the largest place. */
const largestFirst = new Set('JP CN KR TW'.split(' '))
/** Countries that write the postal code on its own, after the region. */
const codeLast = new Set('GB IE'.split(' '))
/** Countries that write no comma between city and region, as in "Sydney NSW 2000". */
const withoutComma = new Set('AU NZ'.split(' '))

/** Returns the fields of an address in the order in which a country (ISO 3166-1) writes them. */
export function addressFieldsIn(country: string): readonly AddressField[] {
  if (largestFirst.has(country)) return downward
  return cityFirst.has(country) ? addressFields : byCode
}

/** Returns the lines of an address, without the country, as a country (ISO 3166-1) writes them. */
export function addressLines({ street, city, region, postal_code }: Address, country: string): string[] {
  if (largestFirst.has(country)) return filled([joined(' ', postal_code, region, city), street])
  if (codeLast.has(country)) return filled([street, city, region, postal_code])
  if (!cityFirst.has(country)) return filled([street, joined(' ', postal_code, city), region])
  const comma = withoutComma.has(country) ? ' ' : ', '
  return filled([street, joined(comma, city, joined(' ', region, postal_code))])
}

/** Returns an address in one line: "226 S Wells St, Chicago, IL 60606". */
export const addressText = (address: Address, country: string): string =>
  addressLines(address, country).join(', ')

const filled = (parts: readonly (string | null | undefined)[]): string[] =>
  parts.flatMap((part) => (part ? [part] : []))

const joined = (between: string, ...parts: readonly (string | null | undefined)[]): string =>
  filled(parts).join(between)
