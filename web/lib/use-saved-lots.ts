'use client'
import {
  listSavedLotsRoute,
  removeSavedLotRoute,
  type SavedLot,
  saveLotRoute,
} from '@openspot/contract/people/saved-lots.ts'
import { useSignedInHint } from '@/lib/signed-in-hint.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'

/** The saved lots of the person, the latest first; empty while they are loaded, and for visitors who haven't signed in. */
export function useSavedLots(): { items: readonly SavedLot[]; isLoaded: boolean } {
  const { data } = useApiQuery(listSavedLotsRoute, {}, { enabled: useSignedInHint() })
  return { items: data?.items ?? [], isLoaded: data !== undefined }
}

const refresh = [listSavedLotsRoute]

/** Whether a lot is saved, and how to change that. While a change is sent, it counts as made. */
export function useSavedLot(lot_id: string) {
  const { items, isLoaded } = useSavedLots()
  const save = useApiMutation(saveLotRoute, { refresh })
  const remove = useApiMutation(removeSavedLotRoute, { refresh })
  const isSaved = save.isPending || (!remove.isPending && items.some(({ id }) => id === lot_id))
  return { isSaved, isLoaded, save, remove }
}
