'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type DeviceShift, readShift } from '@/lib/patrol/device.ts'
import { keepShell } from '@/lib/patrol/shell.ts'
import { isNotAllowed, refreshShift } from '@/lib/patrol/shift.ts'

const REFRESH_MS = 60_000
/** While there is nothing to work with: the first call after a connection is back often still fails. */
const RETRY_MS = 3000

export interface ShiftState {
  shift: DeviceShift | null
  /** Whether the device was not asked yet, or has nothing and the server was not asked yet. */
  isLoading: boolean
  isOffline: boolean
  /** Not signed in, or no patroller of the lot: the status of the refusal. */
  refused: number | null
  refresh: () => Promise<void>
}

/** The shift of a lot: at once from the device, and from the server whenever it can be reached. */
export function useShift(lot_id: string): ShiftState {
  const [shift, setShift] = useState<DeviceShift | null>(null)
  const [isLoading, setIsLoading] = useState(true)
  const [isOffline, setIsOffline] = useState(false)
  const [refused, setRefused] = useState<number | null>(null)
  const kept = useRef<string | null>(null)
  const isEmpty = shift === null && isOffline
  const refresh = useCallback(async () => {
    try {
      const loaded = await refreshShift(lot_id)
      setShift(loaded)
      setIsOffline(false)
      setRefused(null)
      // A new shift begins by deleting what was kept.
      if (kept.current !== loaded.shift_id) {
        kept.current = loaded.shift_id
        await keepShell()
      }
    } catch (error) {
      if (isNotAllowed(error)) {
        setShift(null)
        setRefused(statusOf(error))
      } else {
        setIsOffline(true)
        setShift(await readShift(lot_id, Date.now()))
      }
    } finally {
      setIsLoading(false)
    }
  }, [lot_id])
  useEffect(() => {
    if (!isEmpty) return
    const timer = setInterval(() => void refresh(), RETRY_MS)
    return () => clearInterval(timer)
  }, [isEmpty, refresh])
  useEffect(() => {
    const begin = async () => {
      const known = await readShift(lot_id, Date.now())
      if (known) {
        setShift((current) => current ?? known)
        setIsLoading(false)
      }
      await refresh()
    }
    const first = setTimeout(() => void begin(), 0)
    const again = () => void refresh()
    const lost = () => setIsOffline(true)
    const timer = setInterval(again, REFRESH_MS)
    window.addEventListener('online', again)
    window.addEventListener('offline', lost)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      window.removeEventListener('online', again)
      window.removeEventListener('offline', lost)
    }
  }, [lot_id, refresh])
  return { shift, isLoading, isOffline, refused, refresh }
}

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : 404
