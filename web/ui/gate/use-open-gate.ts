import {
  type GateOpen,
  getGateOpenRoute,
  listGatesRoute,
  openGateRoute,
} from '@openspot/contract/operations/gates.ts'
import {
  getPassGateOpenRoute,
  listPassGatesRoute,
  openPassGateRoute,
} from '@openspot/contract/operations/pass-gates.ts'
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
  const mutation = useApiMutation(openGateRoute, { client, refresh: [listGatesRoute] })
  const isOver = useIsOver(open_id)
  const polled = useApiQuery(
    getGateOpenRoute,
    { params: of, query: open_id === null ? {} : { open_id } },
    { client, enabled: open_id !== null, everySeconds: (open) => secondsUntilNext(open, isOver) },
  )
  return openingOf(open_id, mutation, polled, (note) =>
    mutation.mutate(
      { params: of, body: note === undefined ? {} : { note }, idempotency_key: crypto.randomUUID() },
      { onSuccess: ({ id }) => setOpenId(id) },
    ),
  )
}

/** Opens a gate by one reservation and nothing else, which also the link in a guest's email or text may. */
export function useOpenPassGate(of: { reservation_id: string; gate_id: string }): Opening {
  const [open_id, setOpenId] = useState<string | null>(null)
  const mutation = useApiMutation(openPassGateRoute, { refresh: [listPassGatesRoute] })
  const isOver = useIsOver(open_id)
  const polled = useApiQuery(
    getPassGateOpenRoute,
    { params: of, query: { open_id: open_id ?? '' } },
    { enabled: open_id !== null, everySeconds: (open) => secondsUntilNext(open, isOver) },
  )
  return openingOf(open_id, mutation, polled, () =>
    mutation.mutate(
      { params: of, body: {}, idempotency_key: crypto.randomUUID() },
      { onSuccess: ({ id }) => setOpenId(id) },
    ),
  )
}

/** Whether a request has been polled for long enough. */
function useIsOver(open_id: string | null): boolean {
  const [over_id, setOver] = useState<string | null>(null)
  useEffect(() => {
    if (open_id === null) return
    const timer = setTimeout(() => setOver(open_id), pollForMs)
    return () => clearTimeout(timer)
  }, [open_id])
  return open_id !== null && over_id === open_id
}

const secondsUntilNext = (open: GateOpen | undefined, isOver: boolean): number =>
  isOver ? 0 : (open?.poll_after_ms ?? (open ? 0 : 400)) / 1000

function openingOf(
  open_id: string | null,
  sent: { data: GateOpen | undefined; error: { message: string } | null; isPending: boolean },
  polled: { data: GateOpen | undefined; error: { message: string } | null },
  request: Opening['request'],
): Opening {
  const open = open_id === null ? undefined : (polled.data ?? sent.data)
  return {
    open,
    error: sent.error?.message ?? (open_id === null ? null : (polled.error?.message ?? null)),
    isBusy: sent.isPending || open?.status === 'REQUESTED' || open?.status === 'SENT',
    request,
  }
}
