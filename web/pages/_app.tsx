import '@/ui/global.css'
import { type ShownLocale, shownLocaleOf } from '@openspot/messages/locales.ts'
import type { AppProps as NextAppProps } from 'next/app'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { ClockProvider } from '@/lib/clock-provider.tsx'
import { PageMessages } from '@/lib/messages/pages/page-messages.tsx'
import { kindOf } from '@/lib/page-kinds.ts'
import { Providers } from '@/ui/providers.tsx'
import { WhatWorks } from '@/ui/shell/what-works.tsx'

/** What `_document` passes when it renders on the server. */
export interface AppProps {
  locale?: ShownLocale
}

/** `now` is the server's time, passed by pages rendered per request (see `lib/clock-provider.tsx`). */
export default function App({
  Component,
  pageProps,
  locale,
  router,
}: NextAppProps<{ now?: string }> & AppProps) {
  const shown = locale ?? documentLocale()
  return (
    <PageMessages locale={shown}>
      <Providers locale={shown}>
        <ProductHead />
        <ClockProvider at={pageProps.now}>
          <WhatWorks kind={kindOf(router.pathname)} />
          <Component {...pageProps} />
        </ClockProvider>
      </Providers>
    </PageMessages>
  )
}

/** The locale in which the server rendered the page. */
const documentLocale = (): ShownLocale =>
  shownLocaleOf(typeof document === 'undefined' ? null : document.documentElement.lang)

/** The title of pages that set none. */
function ProductHead() {
  const t = useTranslations()
  return (
    <Head>
      <title>{t('common.product')}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    </Head>
  )
}
