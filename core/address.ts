export const addressFields = ['street', 'city', 'region', 'postal_code'] as const
export type AddressField = (typeof addressFields)[number]

const byCode: readonly AddressField[] = ['street', 'postal_code', 'city', 'region']
const downward: readonly AddressField[] = ['postal_code', 'region', 'city', 'street']

/** Countries that write the city before the postal code. Most others write it after the code, as in "10115 Berlin". */
const cityFirst = new Set('US CA AU NZ GB IE IN PR GU VI AS MP'.split(' '))
/** Countries that begin with the largest place. */
const largestFirst = new Set('JP CN KR TW'.split(' '))

/** Returns the fields of an address in the order in which a country (ISO 3166-1) writes them. */
export function addressFieldsIn(country: string): readonly AddressField[] {
  if (largestFirst.has(country)) return downward
  return cityFirst.has(country) ? addressFields : byCode
}
