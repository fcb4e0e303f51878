import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import { type DocumentProps, Head, Html, Main, NextScript } from 'next/document'

/** `nonce` comes from the content security policy of the request, so no page is prerendered. */
export default function Document({ nonce }: DocumentProps) {
  return (
    <Html lang="en" {...mantineHtmlProps}>
      <Head nonce={nonce}>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </Head>
      <body>
        <Main />
        <NextScript nonce={nonce} />
      </body>
    </Html>
  )
}
