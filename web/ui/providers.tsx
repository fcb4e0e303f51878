'use client'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { newQueryClient } from '@/lib/query-client.ts'
import { SpotPatterns } from '@/ui/spot/spot-patterns.tsx'
import { theme, variables } from '@/ui/theme.ts'

/** Providers for every screen of both routers: theme, query cache, notifications, and spot patterns. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(newQueryClient)
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <SpotPatterns />
        {children}
        <Notifications position="bottom-center" limit={2} containerWidth={420} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
