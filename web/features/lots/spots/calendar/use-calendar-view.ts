'use client'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate, startOfDate } from '@openspot/core/time/zone.ts'
import { useSearchParams } from 'next/navigation'
import { useClock } from '@/lib/clock-provider.tsx'
import { writeQuery } from '@/lib/write-query.ts'

export interface CalendarView {
  view: 'week' | 'month'
  /** A day within the displayed range, in the lot's calendar. */
  on: string
}

/** The displayed range, kept in the URL; the current week if that is missing or invalid. */
export function useCalendarView(zone: string): [CalendarView, (part: Partial<CalendarView>) => void, string] {
  const { now } = useClock()
  const params = useSearchParams()
  const today = localDate(zone, minutesOf(now))
  const view: CalendarView = {
    view: params?.get('view') === 'month' ? 'month' : 'week',
    on: readDate(params?.get('on')) ?? today,
  }
  const change = (part: Partial<CalendarView>) => {
    const next = { ...view, ...part }
    const search = new URLSearchParams()
    if (next.view === 'month') search.set('view', 'month')
    if (next.on !== today) search.set('on', next.on)
    writeQuery(search)
  }
  return [view, change, today]
}

function readDate(text: string | null | undefined): string | null {
  try {
    // Limited to the years that the API accepts.
    return text && /^20\d\d-/.test(text) && startOfDate('UTC', text) ? text : null
  } catch {
    return null
  }
}
