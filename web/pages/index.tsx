import type { Output } from '@openspot/contract/call.ts'
import { type Place, searchRoute } from '@openspot/contract/lots/lots.ts'
import type { GetServerSideProps } from 'next'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useTranslations } from 'use-intl'
import { namedPlace, pathOfForm, placesFor } from '@/features/booking/search/resolve-place.ts'
import {
  aroundPlace,
  readSearch,
  searchInput,
  searchPath,
  timesAtPlace,
} from '@/features/booking/search/search-query.ts'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { readPastWhen, readWhen } from '@/lib/when.ts'
import { PublicHead } from '@/ui/public-head.tsx'

/** The two screens of this address are loaded apart: most visitors of the first never see the filters and the map of the second. */
const Landing = dynamic(() => import('@/features/booking/search/landing.tsx').then((one) => one.Landing))
const SearchScreen = dynamic(() =>
  import('@/features/booking/search/search-screen.tsx').then((one) => one.SearchScreen),
)

interface Props {
  now: string
  initial: { path: string; page: Output<typeof searchRoute>; similar: Place[] | null } | null
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query: raw, req }) => {
  const now = nowIso()
  const query = readSearch(raw, now)
  const fromForm = query ? null : await pathOfForm(req.headers, raw, now)
  if (fromForm) return { redirect: { destination: fromForm, permanent: false } }
  const answer = query ? await fetchForPage(req.headers, searchRoute, searchInput(query)) : null
  if (!query || !answer?.ok) return { props: { now, initial: null } }
  // No lot is called that. It may be a place, or resemble one.
  const isUnknown = query.q !== '' && answer.data.items.length === 0
  const similar = isUnknown ? await placesFor(req.headers, query.q) : null
  const place = similar && namedPlace(similar)
  if (place) {
    const times = timesAtPlace(raw, query, place.time_zone)
    const found = { ...query, ...times, ...aroundPlace(place) }
    return { redirect: { destination: searchPath(found), permanent: false } }
  }
  const zone = query.q === '' ? undefined : answer.data.items[0]?.lot.time_zone
  const times = zone === undefined ? null : timesAtPlace(raw, query, zone)
  if (times && zone !== undefined)
    return { redirect: { destination: searchPath({ ...query, ...times, zone }), permanent: false } }
  return { props: { now, initial: { path: searchPath(query), page: answer.data, similar } } }
}

export default function Home({ initial, now }: Props) {
  const t = useTranslations()
  const { query: raw } = useRouter()
  // The time of the page rather than the advancing one, so that the search does not change while it is read.
  const query = readSearch(raw, now)
  const isPast = readPastWhen(raw, now) !== null
  if (query)
    return <SearchScreen key={searchPath(query)} requested={query} initial={initial} isPast={isPast} />
  return (
    <>
      <PublicHead title={t('search.title')} description={t('search.heroText')} path="/" />
      <Landing when={readWhen(raw, now)} isPast={isPast} />
    </>
  )
}
