'use client'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { Notifications } from '@mantine/notifications'
import { firstDayOfWeek } from '@openspot/core/time/calendar.ts'
import { directionOf, type ShownLocale } from '@openspot/messages/locales.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LISTENING } from '@/lib/early/listening.ts'
import { newQueryClient } from '@/lib/query-client.ts'
import { SpotPatterns } from '@/ui/spot/spot-patterns.tsx'
import { theme, variables } from '@/ui/theme.ts'
import { ViewBanner } from '@/ui/view-banner.tsx'

/** Providers for every screen of both routers, within its messages: theme, query cache, notifications, and spot patterns. */
export function Providers({ locale, children }: { locale: ShownLocale; children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={directionOf(locale)} detectDirection={false}>
      <ThemedProviders>{children}</ThemedProviders>
    </DirectionProvider>
  )
}

/** The theme has labels of its own, such as that of a close button, so it needs the messages. */
function ThemedProviders({ children }: { children: ReactNode }) {
  const t = useTranslations()
  const themed = useMemo(() => theme(t), [t])
  const [client] = useState(newQueryClient)
  useEffect(() => void dispatchEvent(new Event(LISTENING)), [])
  return (
    <MantineProvider theme={themed} cssVariablesResolver={variables} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <SpotPatterns />
        <DatesProvider settings={{ firstDayOfWeek: firstDayOfWeek(localeOf(t)) }}>{children}</DatesProvider>
        <ViewBanner />
        <Notifications position="bottom-center" limit={2} containerWidth={420} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
