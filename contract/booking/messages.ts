import { MESSAGE_DAYS, MESSAGE_LENGTH } from '@openspot/core/reservations/message-limits.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, ReservationParams, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

/** A message between the driver of a reservation and the host of its spot. */
export const Message = Type.Object({
  id: Id,
  by: StringEnum(['DRIVER', 'HOST'] as const),
  is_mine: Type.Boolean(),
  text: Nullable(Type.String(), { description: 'Null once its writer was erased.' }),
  created_at: Instant,
})
export type Message = Static<typeof Message>

const subject = { kind: 'reservation', in: 'params', name: 'reservation_id' } as const

export const listMessagesRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/messages',
  config: {
    access: ['resource_owner', 'host', 'former_host', 'admin', 'super_admin', 'platform_admin'],
    errors: [],
    subject,
  },
  schema: {
    summary:
      'List the messages between driver and host, oldest first, at most the 200 newest. Staff get them once one of the two reported a problem with the reservation',
    tags: ['reservations'],
    params: ReservationParams,
    response: {
      200: Type.Object({
        items: Type.Array(Message),
        can_send: Type.Boolean({
          description: `Whether the caller can write: as its driver or host, until ${MESSAGE_DAYS} days after its end.`,
        }),
        closes_at: Nullable(Instant, {
          description: 'Until when messages can be sent. Null without an end.',
        }),
        is_for_staff: Type.Boolean({
          description: 'Whether the staff can read the messages, because a problem was reported.',
        }),
      }),
    },
  },
})

export const sendMessageRoute = route({
  method: 'POST',
  url: '/api/v2/reservations/:reservation_id/messages',
  config: {
    access: ['resource_owner', 'host'],
    errors: ['messages_closed'],
    subject,
    limit: { max: 30, minutes: 60, per: 'person' },
  },
  schema: {
    summary: 'Write to the host of the reserved spot as its driver, or to the driver as its host',
    tags: ['reservations'],
    params: ReservationParams,
    body: StrictObject({ text: Type.String({ minLength: 1, maxLength: MESSAGE_LENGTH }) }),
    response: { 201: Message },
  },
})
