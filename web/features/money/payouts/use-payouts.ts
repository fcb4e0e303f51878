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
import { ask } from '@/lib/api.ts'
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
type Asked = { cursor: string | null; limit: number; signal?: AbortSignal }
const query = ({ cursor, limit }: Asked) => ({ limit, ...(cursor ? { cursor } : {}) })
const signalOf = ({ signal }: Asked) => (signal ? { signal } : {})

export function readPayouts(
  { lot_id }: Whose,
  { status, payee_kind }: PayoutsView,
  asked: Asked,
): Promise<PayoutsPage> {
  const filter = { ...query(asked), ...(status ? { status } : {}) }
  if (lot_id === null) return ask(listMyPayoutsRoute, { query: filter }, signalOf(asked))
  const wanted = { ...filter, ...(payee_kind ? { payee_kind } : {}) }
  const client = 'admin' as const
  return ask(listLotPayoutsRoute, { params: { lot_id }, query: wanted }, { client, ...signalOf(asked) })
}

export function readEarnings({ lot_id }: Whose, { state }: PayoutsView, asked: Asked): Promise<Earnings> {
  const filter = { ...query(asked), ...(state ? { state } : {}) }
  if (lot_id === null) return ask(getMyEarningsRoute, { query: filter }, signalOf(asked))
  const client = 'admin' as const
  return ask(getLotEarningsRoute, { params: { lot_id }, query: filter }, { client, ...signalOf(asked) })
}

const PAGE = 30

type Pages<P> = UseInfiniteQueryResult<InfiniteData<P>, CallError>

/** A list loaded page by page; the previous data stays visible while the next loads. */
function usePages<P extends { next_cursor: string | null }>(
  key: readonly unknown[],
  read: (asked: Asked) => Promise<P>,
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
  usePages([callsOf(whose)[2]?.url, whose, view.status, view.payee_kind], (asked) =>
    readPayouts(whose, view, asked),
  )

export const useEarningPages = (whose: Whose, view: PayoutsView): Pages<Earnings> =>
  usePages([callsOf(whose)[1]?.url, whose, view.state], (asked) => readEarnings(whose, view, asked))

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
        ? ask(setUpMyAccountRoute, { body })
        : ask(setUpLotAccountRoute, { params: { lot_id: whose.lot_id }, body }, { client: 'admin' }),
    onSuccess: () => refreshPayouts(queries, whose),
  })
}

export const refreshPayouts = (queries: ReturnType<typeof useQueryClient>, whose: Whose) =>
  Promise.all(callsOf(whose).map(({ url }) => queries.invalidateQueries({ queryKey: [url] })))
