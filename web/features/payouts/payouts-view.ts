import { earningStates } from '@openspot/contract/earnings.ts'
import {
  isOneOf,
  type PayeeKind,
  type PayoutStatus,
  payeeKinds,
  payoutStatuses,
} from '@openspot/core/enums.ts'

export const tabs = ['payouts', 'earned'] as const

/** Which list is looked at, and what of it; all of it is in the address of the page. */
export interface PayoutsView {
  tab: (typeof tabs)[number]
  status: PayoutStatus | null
  payee_kind: PayeeKind | null
  state: (typeof earningStates)[number] | null
}

const noView: PayoutsView = { tab: 'payouts', status: null, payee_kind: null, state: null }

/** The view an address asks for; what cannot be read is left out. */
export function readView(params: URLSearchParams): PayoutsView {
  const [tab, status, payee_kind, state] = ['tab', 'status', 'payee_kind', 'state'].map((name) =>
    params.get(name),
  )
  return {
    tab: isOneOf(tabs, tab) ? tab : noView.tab,
    status: isOneOf(payoutStatuses, status) ? status : null,
    payee_kind: isOneOf(payeeKinds, payee_kind) ? payee_kind : null,
    state: isOneOf(earningStates, state) ? state : null,
  }
}

/** A view as an address says it: only what differs from the first one. */
export function viewParams(view: PayoutsView): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(view)) {
    if (value && value !== noView[name as keyof PayoutsView]) params.set(name, value)
  }
  return params
}

/** Whether something is left out of the list that is looked at. */
export const isNarrowed = ({ tab, status, payee_kind, state }: PayoutsView): boolean =>
  tab === 'payouts' ? status !== null || payee_kind !== null : state !== null
