'use client'
import '@/ui/global.css'
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core'
import { directionOf, type ShownLocale, shownLocaleOf } from '@openspot/messages/locales.ts'
import { useTranslations } from 'use-intl'
import { AppMessages } from '@/lib/messages/app/app-messages.tsx'
import { useReported } from '@/lib/reports/use-reported.ts'
import { ErrorPage } from '@/ui/shell/error-page.tsx'
import { theme, variables } from '@/ui/theme.ts'

/** Replaces the whole document when even the root layout failed, so it brings its own messages and theme. */
export default function GlobalError({ error }: { error: Error }) {
  useReported(error)
  // It is rendered in the browser, where the document of the failed page has the locale.
  const locale = shownLocaleOf(typeof document === 'undefined' ? null : document.documentElement.lang)
  return (
    <AppMessages locale={locale}>
      <ErrorDocument locale={locale} />
    </AppMessages>
  )
}

function ErrorDocument({ locale }: { locale: ShownLocale }) {
  const t = useTranslations()
  return (
    <html lang={locale} dir={directionOf(locale)} {...mantineHtmlProps}>
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
