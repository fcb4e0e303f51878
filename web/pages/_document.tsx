import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import { directionOf, localeHeader, type ShownLocale, shownLocaleOf } from '@openspot/messages/locales.ts'
import NextDocument, {
  type DocumentContext,
  type DocumentInitialProps,
  type DocumentProps,
  Head,
  Html,
  Main,
  NextScript,
} from 'next/document'
import { EarlyActs } from '@/ui/shell/early-acts.tsx'
import { PreloadFont } from '@/ui/shell/preload-font.tsx'
import { ReportSettings } from '@/ui/shell/report-settings.tsx'
import type { AppProps } from './_app.tsx'

interface Localized {
  locale: ShownLocale
}

/** `nonce` comes from the content security policy of the request, so no page is prerendered. */
export default function Document({ nonce, locale }: DocumentProps & Localized) {
  return (
    <Html lang={locale} dir={directionOf(locale)} {...mantineHtmlProps}>
      <Head nonce={nonce}>
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <PreloadFont />
        <EarlyActs nonce={nonce} />
        <ReportSettings />
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </Head>
      <body>
        <Main />
        <NextScript nonce={nonce} />
      </body>
    </Html>
  )
}

/** Renders the page in the locale of the request. In the browser `_app` reads it from the document. */
Document.getInitialProps = async (context: DocumentContext): Promise<DocumentInitialProps & Localized> => {
  const header = context.req?.headers[localeHeader]
  const locale = shownLocaleOf(typeof header === 'string' ? header : null)
  const { renderPage } = context
  context.renderPage = () =>
    renderPage({ enhanceApp: (App) => (props) => <App {...props} {...({ locale } satisfies AppProps)} /> })
  return { ...(await NextDocument.getInitialProps(context)), locale }
}
