'use client'
import type { CallError, Output } from '@openspot/contract/call.ts'
import {
  getLotAccountRoute,
  getMyAccountRoute,
  type PayoutAccount,
  setUpLotAccountRoute,
  setUpMyAccountRoute,
} from '@openspot/contract/money/accounts.ts'
import { type Earnings, getLotEarningsRoute, getMyEarningsRoute } from '@openspot/contract/money/earnings.ts'
import { listLotPayoutsRoute, listMyPayoutsRoute } from '@openspot/contract/money/payouts.ts'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { callApi } from '@/lib/api.ts'
import { reloadQueries } from '@/lib/reload-queries.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import type { PayoutsView } from './payouts-view.ts'

/** The payee of the payouts on a screen: a lot, or the reader if null. */
export type Whose = { lot_id: string | null }

/** The calls of each kind, which are reloaded after a change. */
const callsOf = ({ lot_id }: Whose) =>
  lot_id === null
    ? [getMyAccountRoute, getMyEarningsRoute, listMyPayoutsRoute]
    : [getLotAccountRoute, getLotEarningsRoute, listLotPayoutsRoute]

type PayoutsPage = Output<typeof listLotPayoutsRoute>
type PageInput = { cursor: string | null; limit: number; signal?: AbortSignal }
const query = ({ cursor, limit }: PageInput) => ({ limit, ...(cursor ? { cursor } : {}) })
const signalOf = ({ signal }: PageInput) => (signal ? { signal } : {})

export function readPayouts(
  { lot_id }: Whose,
  { status, payee_kind }: PayoutsView,
  page: PageInput,
): Promise<PayoutsPage> {
  const filter = { ...query(page), ...(status ? { status } : {}) }
  if (lot_id === null) return callApi(listMyPayoutsRoute, { query: filter }, signalOf(page))
  const wanted = { ...filter, ...(payee_kind ? { payee_kind } : {}) }
  const client = 'admin' as const
  return callApi(listLotPayoutsRoute, { params: { lot_id }, query: wanted }, { client, ...signalOf(page) })
}

export function readEarnings({ lot_id }: Whose, { state }: PayoutsView, page: PageInput): Promise<Earnings> {
  const filter = { ...query(page), ...(state ? { state } : {}) }
  if (lot_id === null) return callApi(getMyEarningsRoute, { query: filter }, signalOf(page))
  const client = 'admin' as const
  return callApi(getLotEarningsRoute, { params: { lot_id }, query: filter }, { client, ...signalOf(page) })
}

const PAGE = 30

type Pages<P> = UseInfiniteQueryResult<InfiniteData<P>, CallError>

/** A list loaded page by page; the previous data stays visible while the next loads. */
function usePages<P extends { next_cursor: string | null }>(
  key: readonly unknown[],
  read: (page: PageInput) => Promise<P>,
): Pages<P> {
  return useInfiniteQuery<P, CallError, InfiniteData<P>, readonly unknown[], string | null>({
    queryKey: key,
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) => read({ cursor: pageParam, limit: PAGE, signal }),
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
}

export const usePayoutPages = (whose: Whose, view: PayoutsView): Pages<PayoutsPage> =>
  usePages([callsOf(whose)[2]?.url, whose, view.status, view.payee_kind], (page) =>
    readPayouts(whose, view, page),
  )

export const useEarningPages = (whose: Whose, view: PayoutsView): Pages<Earnings> =>
  usePages([callsOf(whose)[1]?.url, whose, view.state], (page) => readEarnings(whose, view, page))

/**
 * The payout account. `isBack` means that the person returns from the provider's page, so the provider is asked first.
 */
export function useAccount(whose: Whose, isBack: boolean) {
  const refresh = isBack ? { refresh: true } : {}
  const lot = useApiQuery(
    getLotAccountRoute,
    { params: { lot_id: whose.lot_id ?? '' }, query: refresh },
    { client: 'admin', enabled: whose.lot_id !== null, everySeconds: 60 },
  )
  const mine = useApiQuery(
    getMyAccountRoute,
    { query: refresh },
    { enabled: whose.lot_id === null, everySeconds: 60 },
  )
  return whose.lot_id === null ? mine : lot
}

export interface AccountOrder {
  return_path: string
  schedule?: NonNullable<PayoutAccount['details']>['schedule']
  max_payout_cents?: number | null
}

/** Sets up the payout account or changes the schedule; returns the URL of the provider's page. */
export function useSetUp(whose: Whose) {
  const queries = useQueryClient()
  return useMutation<Output<typeof setUpMyAccountRoute>, CallError, AccountOrder>({
    mutationFn: (body) =>
      whose.lot_id === null
        ? callApi(setUpMyAccountRoute, { body })
        : callApi(setUpLotAccountRoute, { params: { lot_id: whose.lot_id }, body }, { client: 'admin' }),
    onSuccess: () => refreshPayouts(queries, whose),
  })
}

export const refreshPayouts = (queries: ReturnType<typeof useQueryClient>, whose: Whose) =>
  reloadQueries(queries, callsOf(whose))
