'use client'
import '@/ui/global.css'
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { ErrorPage } from '@/ui/shell/error-page.tsx'
import { theme, variables } from '@/ui/theme.ts'
import { words } from '@/words/index.ts'

/** Replaces the whole document when even the root layout failed, so it brings its own theme. */
export default function GlobalError() {
  const t = useTranslations()
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <title>{words.errors.titles[500]}</title>
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
