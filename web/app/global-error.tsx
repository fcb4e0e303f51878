'use client'
import '@/ui/global.css'
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core'
import { defaultLocale } from '@openspot/messages/locales.ts'
import { useTranslations } from 'use-intl'
import { MessagesProvider } from '@/lib/messages/provider.tsx'
import { ErrorPage } from '@/ui/shell/error-page.tsx'
import { theme, variables } from '@/ui/theme.ts'

/** Replaces the whole document when even the root layout failed, so it brings its own messages and theme. */
export default function GlobalError() {
  return (
    <MessagesProvider locale={defaultLocale}>
      <ErrorDocument />
    </MessagesProvider>
  )
}

function ErrorDocument() {
  const t = useTranslations()
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <title>{t('errors.titles.500')}</title>
        <ColorSchemeScript defaultColorScheme="auto" />
      </head>
      <body>
        <MantineProvider theme={theme(t)} cssVariablesResolver={variables} defaultColorScheme="auto">
          <ErrorPage status={500} />
        </MantineProvider>
      </body>
    </html>
  )
}
