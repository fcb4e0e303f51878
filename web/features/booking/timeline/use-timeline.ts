'use client'
import { getTimelineRoute, type TimelineSpot } from '@openspot/contract/booking/timeline.ts'
import type { CallError, Input, Output } from '@openspot/contract/call.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { useQueries } from '@tanstack/react-query'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { keyOf } from '@/lib/use-api.ts'
import type { Scale, View } from './timeline-scale.ts'

/** Spots that are read together. */
export const CHUNK = 50
/** Rows beyond the drawn ones that are read already, so that a scroll does not meet rows that still load. */
const AHEAD = 25

export interface TimelineFilter {
  zone_id: string | null
  q: string
}

type Answer = Output<typeof getTimelineRoute>

interface Timeline {
  /** Null until the first answer. */
  spot_count: number | null
  spotAt: (row: number) => TimelineSpot | undefined
  error: CallError | null
  retry: () => void
}

/** Reads the spots of the visible rows with everything that takes them in the time range. */
export function useTimeline(
  lot: ConsoleLot,
  scale: Scale,
  filter: TimelineFilter,
  view: Pick<View, 'first' | 'last'>,
  /** All rows, as far as they are known. */
  rows: number,
): Timeline {
  const first = Math.max(0, Math.floor((view.first - AHEAD) / CHUNK))
  const last = Math.max(first, Math.ceil(Math.max(view.last, Math.min(view.last + AHEAD, rows)) / CHUNK) - 1)
  const chunks = Array.from({ length: last - first + 1 }, (_, n) => first + n)
  const inputOf = (chunk: number): Input<typeof getTimelineRoute> => ({
    params: { lot_id: lot.id },
    query: {
      starts_at: isoOf(scale.from),
      ends_at: isoOf(scale.to),
      ...(filter.zone_id ? { zone_id: filter.zone_id } : {}),
      ...(filter.q ? { q: filter.q } : {}),
      offset: chunk * CHUNK,
      limit: CHUNK,
    },
  })
  return useQueries({
    queries: chunks.map((chunk) => ({
      queryKey: keyOf(getTimelineRoute, inputOf(chunk)),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answer> =>
        callApi(getTimelineRoute, inputOf(chunk), { client: 'admin', signal }),
      meta: { call: `GET ${getTimelineRoute.url}` },
    })),
    combine: (answers): Timeline => ({
      spot_count: answers.find(({ data }) => data)?.data?.spot_count ?? null,
      spotAt: (row) => answers[Math.floor(row / CHUNK) - first]?.data?.items[row % CHUNK],
      error: (answers.find(({ error }) => error)?.error as CallError | null | undefined) ?? null,
      retry: () => {
        for (const answer of answers) if (answer.isError) void answer.refetch()
      },
    }),
  })
}
