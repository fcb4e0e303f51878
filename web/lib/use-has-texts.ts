'use client'
import { getSiteRoute } from '@openspot/contract/platform/site.ts'
import { useApiQuery } from './use-api.ts'

/** Whether this installation can send texts. False until it is known, so that a way that leads nowhere never appears. */
export function useHasTexts(): boolean {
  return useApiQuery(getSiteRoute, {}).data?.is_text_available ?? false
}
