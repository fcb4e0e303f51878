import { type City, listCitiesRoute } from '@openspot/contract/lots/cities.ts'
import type { GetServerSideProps } from 'next'
import { useTranslations } from 'use-intl'
import { CitiesScreen } from '@/features/lots/cities/cities-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { PublicHead } from '@/ui/public-head.tsx'
import { StatusPage } from '@/ui/shell/status-page.tsx'

interface Props {
  now: string
  /** Null if they could not be read. */
  cities: City[] | null
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ req, res }) => {
  const answer = await fetchForPage(req.headers, listCitiesRoute, {})
  if (!answer.ok) res.statusCode = 500
  return { props: { now: nowIso(), cities: answer.ok ? answer.data.items : null } }
}

export default function Cities({ cities }: Props) {
  const t = useTranslations()
  if (cities === null) return <StatusPage status={500} />
  return (
    <>
      <PublicHead title={t('cities.title')} description={t('cities.listDescription')} path="/parking" />
      <CitiesScreen cities={cities} />
    </>
  )
}
