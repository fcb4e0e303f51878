'use client'
import {
  createPaymentMethodRoute,
  listPaymentMethodsRoute,
  type PaymentMethod,
  setupPaymentMethodRoute,
} from '@openspot/contract/money/payment-methods.ts'
import { useEffect, useRef } from 'react'
import { useApiMutation } from './use-api.ts'

/** The URL parameter that the card provider's page adds when it returns. */
export const SESSION_PARAM = 'checkout_session_id'

/**
 * Adds a card on the card provider's page: `begin` redirects there, and the session ID in the return URL is turned into
 * a saved card once and then removed from the URL.
 */
export function useAddCard(onSaved: (method: PaymentMethod) => void) {
  const setup = useApiMutation(setupPaymentMethodRoute)
  const save = useApiMutation(createPaymentMethodRoute, { refresh: [listPaymentMethodsRoute] })
  const taken = useRef(false)
  const { mutate } = save
  useEffect(() => {
    const here = new URL(window.location.href)
    const session = here.searchParams.get(SESSION_PARAM)
    if (!session || taken.current) return
    taken.current = true
    here.searchParams.delete(SESSION_PARAM)
    window.history.replaceState(window.history.state, '', here)
    mutate({ body: { checkout_session_id: session } }, { onSuccess: onSaved })
  }, [mutate, onSaved])

  const begin = () => {
    const here = new URL(window.location.href)
    here.searchParams.delete(SESSION_PARAM)
    setup.mutate(
      { body: { return_path: `${here.pathname}${here.search}` } },
      { onSuccess: ({ url }) => window.location.assign(url) },
    )
  }
  return {
    begin,
    isLeaving: setup.isPending || setup.isSuccess,
    isSaving: save.isPending,
    isSaved: save.isSuccess,
    error: setup.error ?? save.error,
  }
}
