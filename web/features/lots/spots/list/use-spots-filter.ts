'use client'
import { useSearchParams } from 'next/navigation'
import { writeQuery } from '@/lib/write-query.ts'
import { readSpotsFilter, type SpotsFilter, spotsParams } from './spots-filter.ts'

/** The filter of the spots, kept in the URL so that it can be shared. */
export function useSpotsFilter(): [SpotsFilter, (part: Partial<SpotsFilter>) => void] {
  const params = useSearchParams()
  const filter = readSpotsFilter(new URLSearchParams(params ?? ''))
  const change = (part: Partial<SpotsFilter>) => {
    const search = spotsParams({ ...filter, ...part })
    writeQuery(search)
  }
  return [filter, change]
}
