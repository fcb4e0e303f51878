import type { City } from '@openspot/contract/lots/cities.ts'

/** A city as people write it: with its state, or else its country. */
export const cityName = ({ name, region, country }: Pick<City, 'name' | 'region' | 'country'>): string =>
  `${name}, ${region ?? country}`
