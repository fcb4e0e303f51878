import type { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import type { Input } from '@openspot/contract/call.ts'
import { isOneOf, type SpotType, spotTypes } from '@openspot/core/enums.ts'
import { findMinutesOf, isoOf } from '@openspot/core/time/instant.ts'
import type { OpenReservation } from '@/ui/time-fields.tsx'

/** A new staff reservation as edited in the form. */
export interface NewReservation {
  /** A selected member; null means the person described by the fields. */
  user_id: string | null
  email: string
  phone: string
  first_name: string
  last_name: string
  when: OpenReservation
  /** Null means any spot. */
  spot_id: string | null
  /** The type of any spot. */
  type: SpotType | null
  payment_kind: 'STRIPE' | 'NONE'
  /** Empty means the lot's price. */
  price: string
  override_reason: string
}

/** Parses the spot and time from the URL, as linked by the calendar and the monitor; otherwise `usual`. */
export function readNewReservation(params: URLSearchParams, usual: OpenReservation): NewReservation {
  const type = params.get('type')
  const user_id = params.get('user_id')
  return {
    user_id: user_id && /^[0-9a-f-]{36}$/i.test(user_id) ? user_id : null,
    email: params.get('email') ?? '',
    phone: '',
    first_name: '',
    last_name: '',
    when: readWhen(params, usual),
    spot_id: params.get('spot_id'),
    type: isOneOf(spotTypes, type) ? type : null,
    payment_kind: 'STRIPE',
    price: '',
    override_reason: '',
  }
}

function readWhen(params: URLSearchParams, usual: OpenReservation): OpenReservation {
  const starts = findMinutesOf(params.get('starts_at') ?? '')
  const ends = findMinutesOf(params.get('ends_at') ?? '')
  if (starts === null) return usual
  return { starts_at: isoOf(starts), ends_at: isoOf(ends !== null && ends > starts ? ends : starts + 120) }
}

type Body = Input<typeof createByStaffRoute>['body']

/** Returns the request body without empty fields. */
export function newReservationBody(
  reservation: NewReservation,
  lot_id: string,
  price_cents: number | null,
): Body {
  const { user_id, email, phone, first_name, last_name, when, spot_id, type, payment_kind, override_reason } =
    reservation
  const said = Object.fromEntries(
    Object.entries({ email, phone, first_name, last_name })
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  )
  return {
    ...(spot_id ? { spot_id } : { lot_id, ...(type ? { type } : {}) }),
    ...(user_id ? { user_id } : { person: said }),
    ...when,
    payment_kind,
    ...(payment_kind === 'STRIPE' && price_cents !== null ? { price_cents } : {}),
    ...(override_reason.trim() ? { override_reason: override_reason.trim() } : {}),
  }
}
