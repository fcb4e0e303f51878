'use client'
import { notifications } from '@mantine/notifications'
import {
  createSpotAvailabilityRoute,
  deleteAvailabilityRoute,
  type getSpotAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { setListingRoute } from '@openspot/contract/booking/hosting.ts'
import type { Output } from '@openspot/contract/call.ts'
import type { Weekday } from '@openspot/core/enums.ts'
import type { Span } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { reloadQueries } from '@/lib/reload-queries.ts'
import { UndoToast } from '@/ui/undo/undo-toast.tsx'
import { changed } from './changed-routes.ts'
import { changesBack, type ListingChange, repainted } from './host-grid.ts'

const UNDO_MS = 12_000

type Calendar = Output<typeof getSpotAvailabilityRoute>

/** Changes when a spot is listed. The calendar shows it at once, and goes back if the server refuses. */
export function useListing({
  spot_id,
  zone,
  calendarKey,
}: {
  spot_id: string
  zone: string
  /** The query of the calendar. */
  calendarKey: readonly unknown[]
}) {
  const t = useTranslations()
  const queries = useQueryClient()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const params = { spot_id }

  const apply = ({ from, to, is_listed, rates }: ListingChange) =>
    callApi(setListingRoute, {
      params,
      body: { starts_at: isoOf(from), ends_at: isoOf(to), is_listed, ...(rates ? { rates } : {}) },
    })

  /** Does what the host asked for, one call after the other, because each may change what the next one joins. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    setError(null)
    setIsBusy(true)
    try {
      await work()
      return true
    } catch (failed) {
      setError(failed instanceof Error ? failed.message : t('errors.loadFailed'))
      return false
    } finally {
      await reloadQueries(queries, changed)
      setIsBusy(false)
    }
  }
  const paint = (spans: readonly Span[], state: 'OPEN' | 'CLOSED') =>
    queries.setQueryData<Calendar>(
      calendarKey,
      (before) => before && { ...before, parts: repainted(before.parts, spans, state) },
    )
  const offerUndo = (message: string, undo: () => Promise<unknown>) => {
    const id = `listing ${spot_id}`
    notifications.hide(id)
    notifications.show({
      id,
      message: (
        <UndoToast
          message={message}
          onUndo={() => {
            notifications.hide(id)
            void attempt(undo).then((isDone) => {
              if (isDone) notifications.show({ message: t('mySpots.calendar.undone') })
            })
          }}
        />
      ),
      autoClose: UNDO_MS,
    })
  }

  return {
    error,
    isBusy,
    /** Lists the spans or takes them back. */
    change: async (spans: readonly Span[], is_listed: boolean, hour_cents: number | null) => {
      await queries.cancelQueries({ queryKey: [...calendarKey] })
      const before = queries.getQueryData<Calendar>(calendarKey)
      if (!before) return
      const back = changesBack(zone, before.parts, before.availability_rules ?? [], spans)
      paint(spans, is_listed ? 'OPEN' : 'CLOSED')
      let isComplete = true
      const isDone = await attempt(async () => {
        const rates = hour_cents === null ? null : { hour_cents }
        for (const span of spans) {
          const answer = await apply({ ...span, is_listed, rates })
          if (!answer.is_complete) isComplete = false
        }
      })
      if (!isDone) return
      const done = is_listed ? t('mySpots.list.done') : t('mySpots.listed.done')
      offerUndo(isComplete ? done : t('mySpots.list.partly'), async () => {
        for (const one of back) await apply(one)
      })
    },
    /** Lists the first of the spans every week on some days, up to a date or forever. */
    repeat: async (span: Span, weekdays: Weekday[], until_on: string | null, hour_cents: number | null) => {
      let made = ''
      const isDone = await attempt(async () => {
        const body = {
          kind: 'OPEN' as const,
          starts_at: isoOf(span.from),
          ends_at: isoOf(span.to),
          repeat_frequency: 'WEEKLY' as const,
          weekdays,
          until_on,
          ...(hour_cents === null ? {} : { rates: { hour_cents } }),
        }
        made = (await callApi(createSpotAvailabilityRoute, { params, body })).id
      })
      if (!isDone) return
      offerUndo(t('mySpots.calendar.repeats'), () =>
        callApi(deleteAvailabilityRoute, { params: { availability_id: made } }),
      )
    },
  }
}
