'use client'
import { getSiteRoute } from '@openspot/contract/platform/site.ts'
import { useState } from 'react'
import { useApiQuery } from './use-api.ts'

/**
 * The provider's card form for this page. `form` is null if this installation has none, or this browser can't show it: then cards are
 * entered on the provider's own page.
 */
export function useCardForm() {
  const site = useApiQuery(getSiteRoute, {})
  const [isOut, setIsOut] = useState(false)
  return {
    form: isOut ? null : (site.data?.card_form ?? null),
    /** Whether that is known. */
    isSettled: site.data !== undefined || site.isError,
    giveUp: () => setIsOut(true),
  }
}
