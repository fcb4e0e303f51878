'use client'
import { useSearchParams } from 'next/navigation'
import { readSpotsFilter, type SpotsFilter, spotsParams } from './spots-filter.ts'

/** Which spots are looked at; in the address, so that it can be sent to a colleague. */
export function useSpotsFilter(): [SpotsFilter, (part: Partial<SpotsFilter>) => void] {
  const params = useSearchParams()
  const filter = readSpotsFilter(new URLSearchParams(params ?? ''))
  const change = (part: Partial<SpotsFilter>) => {
    const search = spotsParams({ ...filter, ...part })
    window.history.replaceState(null, '', search.size > 0 ? `?${search}` : window.location.pathname)
  }
  return [filter, change]
}
