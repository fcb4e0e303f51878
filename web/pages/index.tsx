import type { Output } from '@openspot/contract/call.ts'
import { searchRoute } from '@openspot/contract/lots/lots.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useRouter } from 'next/router'
import { useTranslations } from 'use-intl'
import { Landing } from '@/features/booking/search/landing.tsx'
import { readSearch, searchInput, searchPath } from '@/features/booking/search/search-query.ts'
import { SearchScreen } from '@/features/booking/search/search-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { readWhen } from '@/lib/when.ts'

interface Props {
  now: string
  initial: { path: string; page: Output<typeof searchRoute> } | null
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query: raw, req }) => {
  const now = nowIso()
  const query = readSearch(raw, now)
  const answer = query ? await fetchForPage(req.headers, searchRoute, searchInput(query)) : null
  return {
    props: { now, initial: query && answer?.ok ? { path: searchPath(query), page: answer.data } : null },
  }
}

export default function Home({ initial, now }: Props) {
  const t = useTranslations()
  const { query: raw } = useRouter()
  // The time of the page rather than the advancing one, so that the search does not change while it is read.
  const query = readSearch(raw, now)
  return (
    <>
      <Head>
        <title>{`${t('search.title')} · ${t('common.product')}`}</title>
        <meta name="description" content={t('search.heroText')} />
      </Head>
      {query ? <SearchScreen query={query} initial={initial} /> : <Landing when={readWhen(raw, now)} />}
    </>
  )
}
