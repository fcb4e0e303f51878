import type { Input, Output } from '@openspot/contract/call.ts'
import type { Route } from '@openspot/contract/route.ts'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { translator } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { EmptyState, ErrorState } from '@/ui/states.tsx'

/**
 * A page of the platform console: loads its data as the person who opened it, and shows an error if they have no
 * access.
 */
export async function PlatformPage<R extends Route>({
  title,
  path,
  route,
  input,
  children,
}: {
  title: string
  path: string
  route: R
  input: Input<R>
  children: (answer: Output<R>) => ReactNode
}) {
  const t = await translator()
  const answer = await fetchPage(path, route, input, 'admin')
  if (answer.ok) return children(answer.data)
  if (answer.status === 404 || answer.status === 400) notFound()
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      {answer.status === 403 ? (
        <EmptyState title={t('errors.noPermission')} text={t('platform.refused')} />
      ) : (
        <ErrorState error={answer} />
      )}
    </>
  )
}
