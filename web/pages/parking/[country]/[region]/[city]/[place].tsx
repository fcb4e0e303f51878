import type { Output } from '@openspot/contract/call.ts'
import { getPlacePageRoute } from '@openspot/contract/lots/place-pages.ts'
import { localeFor, localeHeader } from '@openspot/messages/locales.ts'
import type { GetServerSideProps } from 'next'
import { useTranslations } from 'use-intl'
import { lotsJsonLd } from '@/features/lots/cities/lots-json-ld.ts'
import { PlaceScreen, placeTitle } from '@/features/lots/cities/place-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { siteUrl } from '@/lib/env.ts'
import { cityPath } from '@/lib/paths.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { PublicHead } from '@/ui/public-head.tsx'
import { StatusPage } from '@/ui/shell/status-page.tsx'

type Props =
  | { now: string; place: Output<typeof getPlacePageRoute>; site: string }
  | { now: string; place: null; status: number }

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, req, res }) => {
  const now = nowIso()
  const parts = [params?.country, params?.region, params?.city, params?.place]
  const locale = localeFor(String(req.headers[localeHeader] ?? ''))
  const query = { path: parts.join('/').toLowerCase(), locale }
  const answer = await fetchForPage(req.headers, getPlacePageRoute, { query })
  if (answer.ok) return { props: { now, place: answer.data, site: siteUrl() } }
  const status = answer.status >= 500 ? 500 : 404
  res.statusCode = status
  return { props: { now, place: null, status } }
}

export default function PlacePage(props: Props) {
  const t = useTranslations()
  if (props.place === null) return <StatusPage status={props.status} />
  const { place, site } = props
  return (
    <>
      <PublicHead
        title={placeTitle(t, place)}
        description={t('cities.placeDescription', { place: place.name, city: place.city })}
        path={cityPath(place.path)}
        data={lotsJsonLd(place.lots, place.lots.length, site)}
      />
      <PlaceScreen place={place} />
    </>
  )
}
