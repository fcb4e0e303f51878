'use client'
import type { CallError } from '@openspot/contract/call.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useClock } from '@/lib/clock-provider.tsx'
import { hintSignedIn, isOfAnother } from '@/lib/signed-in-hint.ts'
import { useOnline } from '@/lib/use-online.ts'
import { isViewing } from '@/lib/view-hint.ts'
import { isKeptPage, keepPage, setPageRefreshed } from './keep-page.ts'
import { registerWorker } from './worker.ts'

/** How often a page that was kept asks for what is new. */
const RETRY_MS = 5000

/** Keeps the open page for the time without a connection, again for each `version` of what it shows. */
export function useKeepPass(
  scope: '/me' | '/pass' | '/guest',
  pass: { id: string; user_id: string | null; version: string } | null,
): void {
  const { id, user_id, version } = pass ?? { id: null, user_id: null, version: '' }
  const isOnline = useOnline()
  useEffect(() => {
    if (id === null || !isOnline || (user_id !== null && isOfAnother(user_id))) return
    const keep = async () => {
      if (isKeptPage()) return
      // The server has just shown them their own reservation.
      if (user_id !== null && !isViewing()) hintSignedIn({ id: user_id })
      await registerWorker(scope)
      await keepPage({ user_id, mark: passMark(id), version })
    }
    const timer = setTimeout(() => void keep(), 0)
    return () => clearTimeout(timer)
  }, [id, user_id, version, scope, isOnline])
}

/** What is in a page exactly if it shows the pass. */
const passMark = (id: string): string => `data-pass="${id}"`

/** Whether what is shown may be out of date for lack of a connection, and as of when it is. */
export function useAsOf(answer: UseQueryResult<unknown, CallError>): { is_offline: boolean; as_of: string } {
  const { now } = useClock()
  const [rendered_at] = useState(now)
  const [first] = useState(answer.dataUpdatedAt)
  const isOnline = useOnline()
  const wasKept = useSyncExternalStore(noChanges, isKeptPage, () => false)
  const { refetch, dataUpdatedAt, isError, error, fetchStatus } = answer
  const isAsRendered = dataUpdatedAt === first
  const isOld = wasKept && isAsRendered
  useEffect(() => {
    if (!isOld) return
    const first = setTimeout(() => void refetch(), 0)
    const timer = setInterval(() => void refetch(), RETRY_MS)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isOld, refetch])
  useEffect(() => {
    if (!isAsRendered) setPageRefreshed()
  }, [isAsRendered])
  const hasNoAnswer = isError && !(error.status >= 400)
  return {
    is_offline: !isOnline || hasNoAnswer || fetchStatus === 'paused' || isOld,
    as_of: isAsRendered
      ? new Date(Math.min(first || Date.parse(rendered_at), Date.parse(rendered_at))).toISOString()
      : new Date(dataUpdatedAt).toISOString(),
  }
}

/** Whether a page was kept is known from its beginning; what happens to it afterward is in the answer. */
const noChanges = () => () => undefined
