import type { CityLot } from '@openspot/contract/lots/cities.ts'

/** Returns lots as a schema.org list for search engines; `total` is how many there are, of which `lots` may be the first. */
export function lotsJsonLd(lots: readonly CityLot[], total: number, site: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: total,
    itemListElement: lots.map(({ public_id, name }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      url: `${site}/l/${public_id}`,
    })),
  }
}
