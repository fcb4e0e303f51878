'use client'
import type { CallError, Output } from '@openspot/contract/call.ts'
import {
  changeSubscriptionRoute,
  getLotSubscriptionRoute,
  listSubscriptionChangesRoute,
  type SubscriptionChangeOrder,
  withdrawSubscriptionChangeRoute,
} from '@openspot/contract/money/subscriptions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi, fieldOf } from '@/lib/api.ts'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { usePages } from '@/lib/use-pages.ts'

const client = 'admin' as const

/** Loads the plan of a lot with its bills, page by page. */
export const usePlan = (lot_id: string) =>
  usePages(
    getLotSubscriptionRoute,
    (query) => ({ params: { lot_id }, query }),
    ({ bills }) => bills.next_cursor,
    { client },
  )

type State = NonNullable<Parameters<typeof callApi<typeof listSubscriptionChangesRoute>>[1]['query']>['state']

export const usePlanChanges = (subscription_id: string, state: State | null, enabled: boolean) =>
  usePages(
    listSubscriptionChangesRoute,
    (page) => ({ params: { subscription_id }, query: { ...page, ...(state ? { state } : {}) } }),
    ({ next_cursor }) => next_cursor,
    { client, enabled },
  )

export type Draft = Omit<SubscriptionChangeOrder, 'reason' | 'preview' | 'expected_proration_cents'>

/** Previews a change whenever the draft changes; null disables it. */
export function useOutcome(subscription_id: string, draft: Draft | null) {
  return useQuery<Output<typeof changeSubscriptionRoute>, CallError>({
    queryKey: [changeSubscriptionRoute.url, 'preview', subscription_id, draft],
    enabled: draft !== null,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) =>
      callApi(
        changeSubscriptionRoute,
        {
          params: { subscription_id },
          body: { kind: 'PLAN', effective_at: 'NOW', ...draft, reason: 'Preview', preview: true },
          idempotency_key: crypto.randomUUID(),
        },
        { client, signal },
      ),
  })
}

const refresh = [getLotSubscriptionRoute, listSubscriptionChangesRoute, changeSubscriptionRoute]

/** Makes a change as previewed; pressing twice makes it once. */
export function useChange(subscription_id: string) {
  const send = useApiMutation(changeSubscriptionRoute, { client, refresh })
  const keyFor = useAttemptKey()
  const at = fieldOf(send.error)
  return {
    change: (body: SubscriptionChangeOrder, onDone: () => void) =>
      send.mutate(
        { params: { subscription_id }, body, idempotency_key: keyFor(JSON.stringify(body)) },
        { onSuccess: onDone, onError: (error) => void withNewKey(error, keyFor) },
      ),
    isBusy: send.isPending,
    errorAt: (field: string) => (at?.field === field ? at.message : null),
    errorBeside: (...fields: string[]) =>
      send.error && !(at && fields.includes(at.field)) ? send.error.message : null,
  }
}

export const useWithdraw = () => useApiMutation(withdrawSubscriptionChangeRoute, { client, refresh })
