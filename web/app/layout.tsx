import '@/ui/global.css'
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import { directionOf } from '@openspot/messages/locales.ts'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { AppMessages } from '@/lib/messages/app/app-messages.tsx'
import { requestLocale, translator } from '@/lib/messages/server.ts'
import { nonceIn } from '@/lib/nonce.ts'
import { Providers } from '@/ui/providers.tsx'
import { EarlyActs } from '@/ui/shell/early-acts.tsx'
import { PreloadFont } from '@/ui/shell/preload-font.tsx'
import { ReportSettings } from '@/ui/shell/report-settings.tsx'

export async function generateMetadata(): Promise<Metadata> {
  const product = (await translator())('common.product')
  return { icons: { icon: '/icon.svg' }, title: { default: product, template: `%s · ${product}` } }
}
export const viewport: Viewport = { width: 'device-width', initialScale: 1, viewportFit: 'cover' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  const locale = await requestLocale()
  const nonce = nonceIn((await headers()).get('content-security-policy'))
  return (
    <html lang={locale} dir={directionOf(locale)} {...mantineHtmlProps}>
      <head>
        <PreloadFont />
        <EarlyActs nonce={nonce} />
        <ReportSettings />
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        <AppMessages locale={locale}>
          <Providers locale={locale}>{children}</Providers>
        </AppMessages>
      </body>
    </html>
  )
}
