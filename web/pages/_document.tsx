import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import { Head, Html, Main, NextScript } from 'next/document'

export default function Document() {
  return (
    <Html lang="en" {...mantineHtmlProps}>
      <Head>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <ColorSchemeScript defaultColorScheme="auto" />
      </Head>
      <body>
        <Main />
        <NextScript />
      </body>
    </Html>
  )
}
