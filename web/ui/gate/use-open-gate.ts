import {
  type GateOpen,
  getGateOpenRoute,
  listGatesRoute,
  openGateRoute,
} from '@openspot/contract/operations/gates.ts'
import { useEffect, useState } from 'react'
import type { Client } from '@/lib/api.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'

/** What a request looks like while and after it is sent. */
export interface Opening {
  open: GateOpen | undefined
  error: string | null
  isBusy: boolean
  /** Opens the gate. Staff add why. */
  request: (note?: string) => void
}

/** How long a status without an end is polled: a gate may be held open for hours. */
const pollForMs = 180_000

/** Opens a gate and follows the request until its status is final. */
export function useOpenGate(of: { lot_id: string; gate_id: string }, client: Client = 'web'): Opening {
  const [open_id, setOpenId] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const mutation = useApiMutation(openGateRoute, { client, refresh: [listGatesRoute] })
  const polled = useApiQuery(
    getGateOpenRoute,
    { params: of, query: open_id === null ? {} : { open_id } },
    {
      client,
      enabled: open_id !== null,
      everySeconds: (open) => (isOver ? 0 : (open?.poll_after_ms ?? (open ? 0 : 400)) / 1000),
    },
  )
  useEffect(() => {
    if (open_id === null) return
    const timer = setTimeout(() => setOver(true), pollForMs)
    return () => clearTimeout(timer)
  }, [open_id])
  const open = open_id === null ? undefined : (polled.data ?? mutation.data)
  return {
    open,
    error: mutation.error?.message ?? (open_id === null ? null : (polled.error?.message ?? null)),
    isBusy: mutation.isPending || open?.status === 'REQUESTED' || open?.status === 'SENT',
    request: (note) => {
      setOver(false)
      mutation.mutate(
        { params: of, body: note === undefined ? {} : { note }, idempotency_key: crypto.randomUUID() },
        { onSuccess: ({ id }) => setOpenId(id) },
      )
    },
  }
}
