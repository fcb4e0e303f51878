'use client'
import { useSearchParams } from 'next/navigation'
import { writeQuery } from '@/lib/write-query.ts'
import { type PayoutsView, readView, viewParams } from './payouts-view.ts'

/** The view of the payouts, kept in the URL so that it can be shared. */
export function usePayoutsView(
  first: PayoutsView['tab'],
): [PayoutsView, (part: Partial<PayoutsView>) => void] {
  const params = useSearchParams()
  const view = readView(new URLSearchParams(params ?? ''), first)
  const change = (part: Partial<PayoutsView>) => {
    const search = viewParams({ ...view, ...part }, first)
    writeQuery(search)
  }
  return [view, change]
}
