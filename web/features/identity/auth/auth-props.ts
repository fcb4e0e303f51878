import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import type { GetServerSideProps } from 'next'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { nextPath } from './next-path.ts'

export interface AuthProps {
  now: string
  next: string
  /** Whether there is a local mailbox to open. */
  outbox: boolean
}

/** Server-side props of the sign-in and sign-up pages. */
export const authProps: GetServerSideProps<AuthProps> = async ({ query, req }) => {
  const outbox = await fetchForPage(req.headers, listOutboxRoute, { query: { limit: 1 } })
  return { props: { now: nowIso(), next: nextPath(query.next), outbox: outbox.ok } }
}
