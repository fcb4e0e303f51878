import { earningStates } from '@openspot/contract/money/earnings.ts'
import {
  isOneOf,
  type PayeeKind,
  type PayoutStatus,
  payeeKinds,
  payoutStatuses,
} from '@openspot/core/enums.ts'

export const tabs = ['payouts', 'earned'] as const

/** The selected list and its filters, all kept in the URL. */
export interface PayoutsView {
  tab: (typeof tabs)[number]
  status: PayoutStatus | null
  payee_kind: PayeeKind | null
  state: (typeof earningStates)[number] | null
}

/** The list that opens first: a host's earnings, because their first payout is weeks away; a lot's payouts. */
type FirstTab = PayoutsView['tab']

/** Parses the view from the URL; invalid values are ignored. */
export function readView(params: URLSearchParams, first: FirstTab): PayoutsView {
  const [tab, status, payee_kind, state] = ['tab', 'status', 'payee_kind', 'state'].map((name) =>
    params.get(name),
  )
  return {
    tab: isOneOf(tabs, tab) ? tab : first,
    status: isOneOf(payoutStatuses, status) ? status : null,
    payee_kind: isOneOf(payeeKinds, payee_kind) ? payee_kind : null,
    state: isOneOf(earningStates, state) ? state : null,
  }
}

/** Returns the URL parameters that differ from the view that opens first. */
export function viewParams(view: PayoutsView, first: FirstTab): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(view)) {
    if (value && !(name === 'tab' && value === first)) params.set(name, value)
  }
  return params
}

/** Whether the current list is filtered. */
export const isNarrowed = ({ tab, status, payee_kind, state }: PayoutsView): boolean =>
  tab === 'payouts' ? status !== null || payee_kind !== null : state !== null
