import { useDebouncedCallback } from '@mantine/hooks'
import { getLotDraftRoute, type LotDraft, saveLotDraftRoute } from '@openspot/contract/lots/lot-drafts.ts'
import { useEffect, useState } from 'react'
import { useApiMutation } from '@/lib/use-api.ts'

const emptyDraft: LotDraft = {
  name: '',
  street: '',
  city: '',
  region: '',
  postal_code: '',
  country: 'US',
  currency: 'USD',
  is_private: false,
  lat: null,
  lng: null,
  boundary: null,
}

/** The form of a new lot, which is saved as a draft shortly after each change. */
export function useLotDraft(initial: LotDraft | null) {
  const [draft, setDraft] = useState(initial ?? emptyDraft)
  const [saved, setSaved] = useState(initial)
  const save = useApiMutation(saveLotDraftRoute, { client: 'admin', refresh: [getLotDraftRoute] })
  const saveSoon = useDebouncedCallback(
    (body: LotDraft) => save.mutate({ body }, { onSuccess: () => setSaved(body) }),
    { delay: 400, flushOnUnmount: true },
  )
  const { flush } = saveSoon
  useEffect(() => {
    // Who turns to another app or tab, such as their mail, may not come back to this page.
    const leave = () => document.visibilityState === 'hidden' && flush()
    document.addEventListener('visibilitychange', leave)
    return () => document.removeEventListener('visibilitychange', leave)
  }, [flush])
  const change = (part: Partial<LotDraft>) => {
    // Read from the state rather than in its updater, which must not start a call.
    const next = { ...draft, ...part }
    setDraft(next)
    saveSoon(next)
  }
  return {
    draft,
    change,
    clear: () => {
      setDraft(emptyDraft)
      setSaved(null)
    },
    /** Saves nothing after this until the next change. */
    settle: () => saveSoon.cancel(),
    /** Whether the server has a draft. */
    hasDraft: saved !== null,
    isSaved: saved === draft,
    fault: save.error,
  }
}
