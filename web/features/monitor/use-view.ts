'use client'
import { isOneOf, type SpotAvailability, spotAvailabilities } from '@openspot/core/enums.ts'
import { useSearchParams } from 'next/navigation'

export interface View {
  state: SpotAvailability | null
  view: 'board' | 'plan'
  spot_id: string | null
}

/** What of the monitor is looked at; in the address, so that it can be sent to a colleague. */
export function useView(): [View, (part: Partial<View>) => void] {
  const params = useSearchParams()
  const state = params?.get('state')
  const view: View = {
    state: isOneOf(spotAvailabilities, state) ? state : null,
    view: params?.get('view') === 'plan' ? 'plan' : 'board',
    spot_id: params?.get('spot_id') ?? null,
  }
  const change = (part: Partial<View>) => {
    const next = { ...view, ...part }
    const search = new URLSearchParams()
    if (next.state) search.set('state', next.state)
    if (next.view === 'plan') search.set('view', 'plan')
    if (next.spot_id) search.set('spot_id', next.spot_id)
    window.history.replaceState(null, '', search.size > 0 ? `?${search}` : window.location.pathname)
  }
  return [view, change]
}
