'use client'
import type { PlateLookup } from '@openspot/contract/operations/plates.ts'
import { sendAgain } from '@openspot/core/patrol/outbox.ts'
import { useCallback, useEffect, useState } from 'react'
import type { PatrolAction } from '@/lib/patrol/action.ts'
import { addAction, deleteAction, listActions, writeAction } from '@/lib/patrol/device.ts'
import { withoutLostPhotos } from '@/lib/patrol/lost-photos.ts'
import { sendDue } from '@/lib/patrol/outbox.ts'
import { isNotAllowed } from '@/lib/patrol/shift.ts'

const SEND_MS = 5_000

export interface Outbox {
  /** What this person did on this device, the oldest first. */
  actions: PatrolAction[]
  /** How many actions of other accounts wait on this device. */
  others: number
  isSignedOut: boolean
  add: (action: PatrolAction) => Promise<void>
  /** Changes what is kept of an action. */
  save: (action: PatrolAction) => Promise<void>
  /** Sends what is due. Returns the answers to lookups by the ID of their action. */
  send: () => Promise<Map<string, PlateLookup>>
  /** Sends a refused action again, as a person decided. */
  again: (action: PatrolAction) => Promise<void>
  remove: (id: string) => Promise<void>
}

/** Saves an action. One with photos that the browser dropped could not be saved with them. */
const keep = async (action: PatrolAction) => writeAction(await withoutLostPhotos(action))

/** What a person did on this device and what became of it. Sends by itself while the app is open. */
export function useOutbox(user_id: string | null): Outbox {
  const [stored, setStored] = useState<PatrolAction[]>([])
  const [isSignedOut, setIsSignedOut] = useState(false)
  const reload = useCallback(async () => setStored(await listActions()), [])
  const send = useCallback(async () => {
    try {
      const answers = await sendDue(() => void reload())
      setIsSignedOut(false)
      return answers
    } catch (error) {
      // Without a connection, everything keeps waiting.
      setIsSignedOut(isNotAllowed(error))
      return new Map<string, PlateLookup>()
    }
  }, [reload])
  useEffect(() => {
    const now = () => void send()
    const first = setTimeout(() => void reload().then(now), 0)
    const timer = setInterval(now, SEND_MS)
    window.addEventListener('online', now)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      window.removeEventListener('online', now)
    }
  }, [reload, send])
  const after = async (change: Promise<void>) => {
    await change
    await reload()
  }
  const actions = stored.filter((action) => action.user_id === user_id)
  return {
    actions,
    others: stored.filter((action) => action.user_id !== user_id && action.state !== 'SENT').length,
    isSignedOut,
    send,
    add: async (action) => {
      await after(addAction(action))
    },
    save: (action) => after(keep(action)),
    again: async (action) => {
      await after(keep({ ...sendAgain(action), problem: null }))
      await send()
    },
    remove: (id) => after(deleteAction(id)),
  }
}
