import { listCitiesRoute, listSitemapLotsRoute } from '@openspot/contract/lots/cities.ts'
import { listPlacePagesRoute } from '@openspot/contract/lots/place-pages.ts'
import type { MetadataRoute } from 'next'
import { headers } from 'next/headers'
import { siteUrl } from '@/lib/env.ts'
import { cityPath } from '@/lib/paths.ts'
import { fetchForPage } from '@/lib/server-api.ts'

export const dynamic = 'force-dynamic'

const fixed = ['/', '/parking', '/list-your-parking', '/help', '/terms', '/privacy']

/** Every public page: those of the product, of cities and places, and of lots that anyone can find. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const visitor = Object.fromEntries(await headers())
  const [cities, places, lots] = await Promise.all([
    fetchForPage(visitor, listCitiesRoute, {}),
    fetchForPage(visitor, listPlacePagesRoute, { query: {} }),
    fetchForPage(visitor, listSitemapLotsRoute, {}),
  ])
  // A sitemap without the lots would take them out of search engines.
  if (!cities.ok || !places.ok || !lots.ok) throw new Error('The lots of the sitemap could not be read.')
  return [
    ...fixed,
    ...[...cities.data.items, ...places.data.items].map(({ path }) => cityPath(path)),
    ...lots.data.public_ids.map((public_id) => `/l/${public_id}`),
  ].map((path) => ({ url: siteUrl() + path }))
}
