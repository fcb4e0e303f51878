import type { Output } from '@openspot/contract/call.ts'
import { getCityRoute } from '@openspot/contract/lots/cities.ts'
import { listPlacePagesRoute, type PlacePage } from '@openspot/contract/lots/place-pages.ts'
import { localeFor, localeHeader } from '@openspot/messages/locales.ts'
import type { GetServerSideProps } from 'next'
import { useTranslations } from 'use-intl'
import { cityName } from '@/features/lots/cities/city-name.ts'
import { CityScreen } from '@/features/lots/cities/city-screen.tsx'
import { lotsJsonLd } from '@/features/lots/cities/lots-json-ld.ts'
import { nowIso } from '@/lib/clock.ts'
import { siteUrl } from '@/lib/env.ts'
import { cityPath } from '@/lib/paths.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { PublicHead } from '@/ui/public-head.tsx'
import { StatusPage } from '@/ui/shell/status-page.tsx'

type Props =
  | { now: string; city: Output<typeof getCityRoute>; places: PlacePage[]; site: string }
  | { now: string; city: null; status: number }

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, req, res }) => {
  const now = nowIso()
  const path = [params?.country, params?.region, params?.city].join('/').toLowerCase()
  const locale = localeFor(String(req.headers[localeHeader] ?? ''))
  const [answer, places] = await Promise.all([
    fetchForPage(req.headers, getCityRoute, { query: { path, locale } }),
    fetchForPage(req.headers, listPlacePagesRoute, { query: { city: path } }),
  ])
  if (answer.ok && places.ok) {
    return { props: { now, city: answer.data, places: places.data.items, site: siteUrl() } }
  }
  const status = !answer.ok && answer.status === 404 ? 404 : 500
  res.statusCode = status
  return { props: { now, city: null, status } }
}

export default function CityPage(props: Props) {
  const t = useTranslations()
  if (props.city === null) return <StatusPage status={props.status} />
  const { city, places, site } = props
  return (
    <>
      <PublicHead
        title={t('cities.cityTitle', { city: cityName(city) })}
        description={t('cities.description', { city: cityName(city), lots: city.lot_count })}
        path={cityPath(city.path)}
        data={lotsJsonLd(city.lots, city.lot_count, site)}
      />
      <CityScreen city={city} places={places} />
    </>
  )
}
