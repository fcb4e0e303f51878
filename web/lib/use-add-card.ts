'use client'
import {
  createPaymentMethodRoute,
  listPaymentMethodsRoute,
  type PaymentMethod,
  setupPaymentMethodRoute,
} from '@openspot/contract/money/payment-methods.ts'
import { useEffect, useRef } from 'react'
import { dropParams } from './drop-params.ts'
import { useApiMutation } from './use-api.ts'

/** The URL parameter that the card provider's page adds when it returns. */
const SESSION_PARAM = 'checkout_session_id'
/** The URL parameter that names the form which a new card is for. */
const FORM_PARAM = 'card_for'

/** Whether the card provider's page has just returned to a form with a new card, so that a form that opens on demand opens again. */
export const isCardFor = (form: string): boolean =>
  typeof window !== 'undefined' && new URLSearchParams(window.location.search).get(FORM_PARAM) === form

/**
 * Adds a card on the card provider's page: `begin` redirects there, and the session ID in the return URL is turned into
 * a saved card once and then removed from the URL. If a page has several forms, `form` is the name of this one: the card is
 * selected in the form in which it was added.
 */
export function useAddCard(onSaved: (method: PaymentMethod) => void, form: string | null = null) {
  const setup = useApiMutation(setupPaymentMethodRoute)
  const save = useApiMutation(createPaymentMethodRoute, { refresh: [listPaymentMethodsRoute] })
  const taken = useRef(false)
  const { mutate } = save
  useEffect(() => {
    const search = new URLSearchParams(window.location.search)
    const session = search.get(SESSION_PARAM)
    if (!session || taken.current || search.get(FORM_PARAM) !== form) return
    taken.current = true
    dropParams(SESSION_PARAM, FORM_PARAM)
    mutate({ body: { checkout_session_id: session } }, { onSuccess: onSaved })
  }, [mutate, onSaved, form])

  const begin = () => {
    const here = new URL(window.location.href)
    here.searchParams.delete(SESSION_PARAM)
    here.searchParams.delete(FORM_PARAM)
    if (form !== null) here.searchParams.set(FORM_PARAM, form)
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
