'use client'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { defaultLocale } from '@openspot/messages/locales.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MessagesProvider } from '@/lib/messages/provider.tsx'
import { newQueryClient } from '@/lib/query-client.ts'
import { SpotPatterns } from '@/ui/spot/spot-patterns.tsx'
import { theme, variables } from '@/ui/theme.ts'

/** Providers for every screen of both routers: theme, query cache, messages, notifications, and spot patterns. */
export function Providers({ children }: { children: ReactNode }) {
  const t = useTranslations()
  const [client] = useState(newQueryClient)
  return (
    <MantineProvider theme={theme(t)} cssVariablesResolver={variables} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <SpotPatterns />
        <MessagesProvider locale={defaultLocale}>{children}</MessagesProvider>
        <Notifications position="bottom-center" limit={2} containerWidth={420} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
