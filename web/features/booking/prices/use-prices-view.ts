'use client'
import { isOneOf } from '@openspot/core/enums.ts'
import { findMinutesOf, minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { useSearchParams } from 'next/navigation'
import { useClock } from '@/lib/clock-provider.tsx'
import { writeQuery } from '@/lib/write-query.ts'
import { type PriceTab, priceTabs } from './price-paths.ts'

export const shows = ['ahead', 'plans', 'over', 'all'] as const
export type Shown = (typeof shows)[number]

/** The view of the prices, kept in the URL so that it can be shared. */
export interface PricesView {
  tab: PriceTab
  show: Shown
  /** The selected day of the month, in the lot's calendar. */
  on: string
}

export function usePricesView(zone: string): [PricesView, (part: Partial<PricesView>) => void, string] {
  const params = useSearchParams()
  const { now } = useClock()
  const today = localDate(zone, minutesOf(now))
  const [tab, show, on] = ['tab', 'show', 'on'].map((name) => params?.get(name) ?? null)
  const view: PricesView = {
    tab: isOneOf(priceTabs, tab) ? tab : 'base',
    show: isOneOf(shows, show) ? show : 'ahead',
    on: on && /^20\d\d-\d\d-\d\d$/.test(on) && findMinutesOf(`${on}T00:00Z`) !== null ? on : today,
  }
  const change = (part: Partial<PricesView>) => {
    const next = { ...view, ...part }
    const search = new URLSearchParams()
    if (next.tab !== 'base') search.set('tab', next.tab)
    if (next.show !== 'ahead') search.set('show', next.show)
    if (next.on !== today) search.set('on', next.on)
    writeQuery(search)
  }
  return [view, change, today]
}
