import { getTabletRoute, type Tablet } from '@openspot/contract/operations/validation-tablet.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { TabletScreen } from '@/features/operations/validation/tablet-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { EmptyState, ErrorState } from '@/ui/states.tsx'

interface Props {
  now: string
  code: string
  /** Null if the link is invalid. */
  tablet: Tablet | null
  /** A temporary problem that prevented loading it. */
  trouble: string | null
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, req, res }) => {
  // The URL is a credential: it must not be sent as a referrer or indexed.
  res.setHeader('referrer-policy', 'no-referrer')
  res.setHeader('x-robots-tag', 'noindex')
  const code = String(params?.code).slice(0, 64)
  const answer = await fetchForPage(req.headers, getTabletRoute, { body: { code } })
  const now = nowIso()
  if (answer.ok) return { props: { now, code, tablet: answer.data, trouble: null } }
  res.statusCode = answer.status
  const passes = answer.status === 429 || answer.status >= 500
  return { props: { now, code, tablet: null, trouble: passes ? answer.message : null } }
}

/** The page on the tablet of a validation partner. */
export default function Validate({ code, tablet, trouble }: Props) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('validation.tablet.title')} · ${t('common.product')}`}</title>
      </Head>
      <main id="content">
        {tablet ? null : <h1 className="sr-only">{t('validation.tablet.title')}</h1>}
        {tablet ? (
          <TabletScreen code={code} initial={tablet} />
        ) : trouble === null ? (
          <EmptyState title={t('validation.tablet.goneTitle')} text={t('validation.tablet.goneText')} />
        ) : (
          <ErrorState error={{ message: trouble }} />
        )}
      </main>
    </>
  )
}
