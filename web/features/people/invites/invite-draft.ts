import type { Input } from '@openspot/contract/call.ts'
import type { createInviteRoute } from '@openspot/contract/people/invites.ts'
import type { InviteKind, LotRole } from '@openspot/core/enums.ts'

/** An invite as edited in its form. */
export interface InviteDraft {
  email: string
  phone: string
  first_name: string
  last_name: string
  role: LotRole
  group_id: string
  spot_id: string | null
  max_uses: number
  expires_in_days: number
}

export const noInvite: InviteDraft = {
  email: '',
  phone: '',
  first_name: '',
  last_name: '',
  role: 'MEMBER',
  group_id: '',
  spot_id: null,
  max_uses: 10,
  expires_in_days: 14,
}

/** Returns the request body with the fields that belong to the kind of invite. */
export function inviteBody(
  lot_id: string,
  kind: InviteKind,
  draft: InviteDraft,
): Input<typeof createInviteRoute>['body'] {
  const { email, phone, first_name, last_name, role, group_id, spot_id, max_uses, expires_in_days } = draft
  const common = { lot_id, expires_in_days, ...(group_id ? { group_id } : {}) }
  if (kind === 'LINK') return { ...common, max_uses }
  return {
    ...common,
    ...(kind === 'EMAIL' ? { email: email.trim() } : { phone: phone.trim() }),
    ...(first_name.trim() ? { first_name: first_name.trim() } : {}),
    ...(last_name.trim() ? { last_name: last_name.trim() } : {}),
    role,
    ...(spot_id ? { spot_id } : {}),
  }
}
