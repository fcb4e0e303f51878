'use client'
import { listLotDisputesRoute, listLotRefundsRoute } from '@openspot/contract/money/adjustments.ts'
import { isOneOf, refundStatuses } from '@openspot/core/enums.ts'
import { useAddress } from '@/lib/use-address.ts'
import { usePages } from '@/lib/use-pages.ts'

const client = 'admin' as const
export const tabs = ['refunds', 'disputes'] as const

/** What refunds are filtered by: a status, or those that failed and are still owed. */
export const refundFilters = [...refundStatuses, 'OWED'] as const

/** The current view, kept in the URL. */
export interface View {
  tab: (typeof tabs)[number]
  status: (typeof refundFilters)[number] | null
  /** Only undecided disputes. */
  open: boolean
}

export function useView(): [View, (part: Partial<View>) => void] {
  const [{ tab, status, open }, change] = useAddress(['tab', 'status', 'open'])
  const view: View = {
    tab: isOneOf(tabs, tab) ? tab : 'refunds',
    status: isOneOf(refundFilters, status) ? status : null,
    open: open === 'true',
  }
  const set = (part: Partial<View>) => {
    const next = { ...view, ...part }
    change({
      tab: next.tab === 'refunds' ? null : next.tab,
      status: next.status,
      open: next.open ? 'true' : null,
    })
  }
  return [view, set]
}

export const refundsOf = (lot_id: string, { status }: Pick<View, 'status'>) => ({
  params: { lot_id },
  query: status === null ? {} : status === 'OWED' ? { is_owed: true } : { status },
})
export const disputesOf = (lot_id: string, { open }: Pick<View, 'open'>) => ({
  params: { lot_id },
  query: open ? { open } : {},
})

export const useRefunds = (lot_id: string, view: View) =>
  usePages(
    listLotRefundsRoute,
    (page) => {
      const { params, query } = refundsOf(lot_id, view)
      return { params, query: { ...query, ...page } }
    },
    ({ next_cursor }) => next_cursor,
    { client, enabled: view.tab === 'refunds', everySeconds: 20 },
  )

export const useDisputes = (lot_id: string, view: View) =>
  usePages(
    listLotDisputesRoute,
    (page) => {
      const { params, query } = disputesOf(lot_id, view)
      return { params, query: { ...query, ...page } }
    },
    ({ next_cursor }) => next_cursor,
    { client, enabled: view.tab === 'disputes' },
  )
