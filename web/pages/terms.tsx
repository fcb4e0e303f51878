import { type Article, articlesFor } from '@openspot/messages/articles.ts'
import { localeHeader, shownLocaleOf } from '@openspot/messages/locales.ts'
import type { GetServerSideProps } from 'next'
import { useTranslations } from 'use-intl'
import { ArticleList } from '@/features/platform/help/article-list.tsx'
import { nowIso } from '@/lib/clock.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { PublicHead } from '@/ui/public-head.tsx'
import { PublicShell } from '@/ui/shell/public-shell.tsx'

interface Props {
  now: string
  articles: Article[]
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ req }) => {
  const { terms } = articlesFor(shownLocaleOf(String(req.headers[localeHeader] ?? '')))
  return { props: { now: nowIso(), articles: terms } }
}

/** What people agree to when they book, in plain words. */
export default function Terms({ articles }: Props) {
  const t = useTranslations()
  return (
    <>
      <PublicHead title={t('help.terms.title')} description={t('help.terms.text')} path="/terms" />
      <PublicShell isAsking={false}>
        <PageHead title={t('help.terms.title')} text={t('help.terms.text')} />
        <ArticleList articles={articles} level="h2" />
      </PublicShell>
    </>
  )
}
