import { alternatesOf, pathIn } from '@openspot/messages/language-paths.ts'
import { localeFor } from '@openspot/messages/locales.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { siteUrl } from '@/lib/env.ts'

/** Absolute, as search engines and other sites need it. */
const absolute = (path: string): string =>
  (typeof window === 'undefined' ? siteUrl() : window.location.origin) + path

/** JSON that can't end the script element it is in. */
const scriptOf = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/**
 * What search engines and other sites show of a public page. `path` is its canonical path without a language and without what only
 * changes its view;
 * null keeps it out of search engines, such as the results of one search. `image` is the path of a picture of 1200 × 630 pixels.
 */
export function PublicHead({
  title,
  description,
  path,
  image = '/share.png',
  data,
}: {
  title: string
  description: string
  path: string | null
  image?: string
  /** Schema.org data. */
  data?: object
}) {
  const t = useTranslations()
  const own = path === null ? null : absolute(pathIn(localeFor(localeOf(t)), path))
  const full = `${title} · ${t('common.product')}`
  return (
    <Head>
      <title>{full}</title>
      <meta name="description" content={description} key="description" />
      {own === null ? (
        <meta name="robots" content="noindex, follow" key="robots" />
      ) : (
        <link rel="canonical" href={own} key="canonical" />
      )}
      {path === null
        ? null
        : alternatesOf(path).map((one) => (
            <link rel="alternate" hrefLang={one.hreflang} href={absolute(one.path)} key={one.hreflang} />
          ))}
      {own === null ? null : <meta property="og:url" content={own} key="og:url" />}
      <meta property="og:type" content="website" key="og:type" />
      <meta property="og:site_name" content={t('common.product')} key="og:site_name" />
      <meta property="og:title" content={title} key="og:title" />
      <meta property="og:description" content={description} key="og:description" />
      <meta property="og:image" content={absolute(image)} key="og:image" />
      <meta name="twitter:card" content="summary_large_image" key="twitter:card" />
      {data === undefined ? null : (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptOf(data) }} key="data" />
      )}
    </Head>
  )
}
