import '@/ui/global.css'
import type { AppProps } from 'next/app'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { ClockProvider } from '@/lib/clock-provider.tsx'
import { Providers } from '@/ui/providers.tsx'

/** `now` is the server's time, passed by pages rendered per request (see `lib/clock-provider.tsx`). */
export default function App({ Component, pageProps }: AppProps<{ now?: string }>) {
  return (
    <Providers>
      <ProductHead />
      <ClockProvider at={pageProps.now}>
        <Component {...pageProps} />
      </ClockProvider>
    </Providers>
  )
}

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
