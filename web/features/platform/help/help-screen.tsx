'use client'
import { Anchor, Button, TextInput } from '@mantine/core'
import { type HelpArticle, helpTopics } from '@openspot/messages/articles.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { ArticleList } from './article-list.tsx'
import { findArticles } from './find-articles.ts'
import css from './help.module.css'

/** Help articles by topic, a search over them, and how to reach us. The search also works without scripts. */
export function HelpScreen({
  articles,
  first,
  support_email,
}: {
  articles: readonly HelpArticle[]
  /** What was searched for in the address. */
  first: string
  support_email: string | null
}) {
  const t = useTranslations()
  const [q, setQ] = useState(first)
  const found = findArticles(articles, q)
  const isSearching = q.trim() !== ''
  return (
    <>
      <PageHead title={t('help.title')} text={t('help.text')} />
      <form
        method="get"
        action="/help"
        role="search"
        className={css.search}
        onSubmit={(event) => event.preventDefault()}
      >
        <TextInput
          type="search"
          name="q"
          label={t('help.search')}
          maxLength={100}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
        <noscript>
          <button type="submit">{t('help.go')}</button>
        </noscript>
      </form>
      {isSearching ? (
        <section className={css.topic}>
          <div role="status">
            <h2>{t('help.found', { count: found.length, q: q.trim() })}</h2>
          </div>
          {found.length === 0 ? <p>{t('help.noneText')}</p> : null}
          <ArticleList articles={found} />
          <Button variant="default" className={css.all} onClick={() => setQ('')}>
            {t('help.all')}
          </Button>
        </section>
      ) : (
        helpTopics.map((topic) => (
          <section key={topic} className={css.topic}>
            <h2>{t(`help.topics.${topic}`)}</h2>
            <ArticleList articles={articles.filter((article) => article.topic === topic)} />
          </section>
        ))
      )}
      <section className={css.topic} id="contact">
        <h2>{t('help.contact.title')}</h2>
        <p>{t('help.contact.reservation')}</p>
        <p>
          <Anchor component={Link} href="/me" prefetch={false}>
            {t('help.contact.toReservations')}
          </Anchor>
        </p>
        <p>
          {support_email === null
            ? t('help.contact.none')
            : t.rich('help.contact.email', {
                link: tag(
                  <a href={`mailto:${support_email}`} translate="no">
                    {support_email}
                  </a>,
                ),
              })}
        </p>
      </section>
    </>
  )
}
