'use client'
import { isOneOf, type SpotAvailability, spotAvailabilities } from '@openspot/core/enums.ts'
import { useSearchParams } from 'next/navigation'
import { writeQuery } from '@/lib/write-query.ts'

const views = ['board', 'plan', 'vehicles'] as const

export interface View {
  state: SpotAvailability | null
  view: (typeof views)[number]
  /** Only spots of this zone. */
  zone_id: string | null
  spot_id: string | null
  /** A plate or part of one, to filter vehicles. */
  q: string
  /** A past moment; null for now. */
  at: string | null
}

/** The view of the monitor, kept in the URL so that it can be shared. */
export function useView(): [View, (part: Partial<View>) => void] {
  const params = useSearchParams()
  const state = params?.get('state')
  const shown = params?.get('view')
  const view: View = {
    state: isOneOf(spotAvailabilities, state) ? state : null,
    view: isOneOf(views, shown) ? shown : 'board',
    zone_id: params?.get('zone_id') ?? null,
    spot_id: params?.get('spot_id') ?? null,
    q: params?.get('q') ?? '',
    at: momentOf(params?.get('at')),
  }
  const change = (part: Partial<View>) => {
    const next = { ...view, ...part }
    const search = new URLSearchParams()
    if (next.state) search.set('state', next.state)
    if (next.view !== 'board') search.set('view', next.view)
    if (next.zone_id) search.set('zone_id', next.zone_id)
    if (next.spot_id) search.set('spot_id', next.spot_id)
    if (next.q) search.set('q', next.q)
    if (next.at) search.set('at', next.at)
    writeQuery(search)
  }
  return [view, change]
}

const momentOf = (text: string | null | undefined): string | null =>
  text && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : null
