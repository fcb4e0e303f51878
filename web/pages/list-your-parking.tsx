import { type EarningsEstimate, getEarningsEstimateRoute } from '@openspot/contract/lots/earnings-estimate.ts'
import { listPlacesRoute, type Place } from '@openspot/contract/lots/lots.ts'
import type { GetServerSideProps } from 'next'
import { useTranslations } from 'use-intl'
import { type EstimateQuery, readEstimate } from '@/features/lots/list-parking/estimate-query.ts'
import { ListParkingScreen } from '@/features/lots/list-parking/list-parking-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { PublicHead } from '@/ui/public-head.tsx'

interface Props {
  now: string
  query: EstimateQuery
  place: Place | null
  answer: EarningsEstimate | null
}

/** Without a place there is nothing to compare with, only the arithmetic: its share is the same everywhere. */
const nowhere = { lat: 0, lng: 0 }

export const getServerSideProps: GetServerSideProps<Props> = async ({ query: raw, req }) => {
  const query = readEstimate(raw)
  const places = query.q ? await fetchForPage(req.headers, listPlacesRoute, { query: { q: query.q } }) : null
  const place = places?.ok ? (places.data.items[0] ?? null) : null
  const { lat, lng } = place ?? nowhere
  const answer = await fetchForPage(req.headers, getEarningsEstimateRoute, { query: { lat, lng } })
  return { props: { now: nowIso(), query, place, answer: answer.ok ? answer.data : null } }
}

export default function ListYourParking({ query, place, answer }: Props) {
  const t = useTranslations()
  return (
    <>
      <PublicHead
        title={t('common.listParking')}
        description={t('listParking.text')}
        path="/list-your-parking"
      />
      <ListParkingScreen query={query} place={place} answer={answer} />
    </>
  )
}
