import type { LotSetup } from '@openspot/contract/lots/lot-setup.ts'
import type { LotSetupStep } from '@openspot/core/lots/setup.ts'

const pages: Record<LotSetupStep, string> = {
  ADDRESS: 'settings',
  OUTLINE: 'settings',
  SPOTS: 'spots/new',
  PRICE: 'prices',
  PAGE: 'settings',
  PHOTOS: 'photos',
  SIGN: 'signs',
  STAFF: 'invites',
  PAYOUT_ACCOUNT: 'payouts',
}

/** Returns the page of the console on which a step is done. */
export const stepPath = (lot_id: string, step: LotSetupStep): string => `/lots/${lot_id}/${pages[step]}`

/** Returns the next step: the first required one that is open, then the first optional one. */
export const nextStep = ({ steps }: LotSetup): LotSetupStep | null => {
  const open = steps.filter(({ is_done }) => !is_done)
  return (open.find(({ is_required }) => is_required) ?? open[0])?.step ?? null
}
