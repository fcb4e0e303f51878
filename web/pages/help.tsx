import { getSiteRoute } from '@openspot/contract/platform/site.ts'
import { articlesFor, type HelpArticle } from '@openspot/messages/articles.ts'
import { localeHeader, shownLocaleOf } from '@openspot/messages/locales.ts'
import type { GetServerSideProps } from 'next'
import { useTranslations } from 'use-intl'
import { HelpScreen } from '@/features/platform/help/help-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { one } from '@/lib/when.ts'
import { PublicHead } from '@/ui/public-head.tsx'
import { PublicShell } from '@/ui/shell/public-shell.tsx'

interface Props {
  now: string
  articles: HelpArticle[]
  q: string
  support_email: string | null
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ req, query }) => {
  const site = await fetchForPage(req.headers, getSiteRoute, {})
  const { help } = articlesFor(shownLocaleOf(String(req.headers[localeHeader] ?? '')))
  const support_email = site.ok ? site.data.support_email : null
  return { props: { now: nowIso(), articles: help, q: one(query['q']).slice(0, 100), support_email } }
}

/** Answers to common questions, and how to reach us. */
export default function Help({ articles, q, support_email }: Props) {
  const t = useTranslations()
  return (
    <>
      <PublicHead title={t('help.title')} description={t('help.description')} path="/help" />
      <PublicShell isAsking={false}>
        <HelpScreen articles={articles} first={q} support_email={support_email} />
      </PublicShell>
    </>
  )
}
