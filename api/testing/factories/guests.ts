import { getLinkedPassRoute } from '@openspot/contract/booking/linked-passes.ts'
import { openSignInLinkRoute, startGuestRoute } from '@openspot/contract/identity/auth.ts'
import { confirmByLinkRoute, openGuestLinkRoute } from '@openspot/contract/identity/guest-links.ts'
import { listOutboxRoute, listOutboxTextsRoute } from '@openspot/contract/platform/outbox.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import { solvedCheck, tokenSentTo } from '../sign-in.ts'
import type { TestLot } from './lots.ts'
import { aCard, type Person } from './people.ts'
import { bookAs, type Order } from './reservations.ts'

export type GuestAddress = { email: string } | { phone: string }

export interface TestGuest extends Person {
  reservation_id: string
  params: { reservation_id: string }
  /** The token of the link that was sent to them. */
  link: string
}

export const newGuestEmail = (api: TestApi) => `g${secretWord(api.ports, 11).toLowerCase()}@people.example`

/** A guest with a reservation, and the token of the link that was sent to them. */
export async function aGuest(
  api: TestApi,
  lot_id: string,
  to: GuestAddress,
  order: Order = {},
): Promise<TestGuest> {
  const at = 'phone' in to ? { ...to, country: 'US' } : to
  const body = { ...at, first_name: 'Gil', last_name: 'Guest', bot_check: await solvedCheck(api) }
  const { user, token } = await api.call(startGuestRoute, { body })
  const guest: Person = { user_id: user.id, token: token ?? '', email: newGuestEmail(api) }
  const reservation_id = await bookPaid(api, guest, { lot_id, ...order })
  return { ...guest, reservation_id, params: { reservation_id }, link: await guestLinkTo(api, to) }
}

/** Books and pays with a new card. Returns the ID of the reservation. */
export async function bookPaid(api: TestApi, person: Person, order: Order): Promise<string> {
  const payment_method_id = await aCard(api, person)
  const { reservation } = await bookAs(api, person, { payment_method_id, ...order })
  return reservation.id
}

/** Returns the token of the newest link to a pass in the emails or texts to an address. */
export async function guestLinkTo(api: TestApi, to: GuestAddress): Promise<string> {
  await api.runJobs()
  const text =
    'phone' in to
      ? (await api.call(listOutboxTextsRoute, { query: { to_phone: to.phone } })).items[0]?.body
      : (await api.call(listOutboxRoute, { query: { to_address: to.email } })).items[0]?.body_text
  return /\/guest#token=(\w+)/.exec(text ?? '')?.[1] ?? ''
}

/** Opens a link on a device, which has the token of what it opened before, or of a person's session. */
export const openLink = (api: TestApi, link: string, own: string | null = null) =>
  api.call(openGuestLinkRoute, { body: { token: link } }, own)

export const seePass = (api: TestApi, reservation_id: string, token: string | null) =>
  api.call(getLinkedPassRoute, { params: { reservation_id } }, token)

export const passRefusal = (api: TestApi, reservation_id: string, token: string | null) =>
  api.refusal(getLinkedPassRoute, { params: { reservation_id } }, token)

/** Confirms the address on file from a device on which the link is open. Returns the session that this begins on another. */
async function confirmAddress(
  api: TestApi,
  { reservation_id }: { reservation_id: string },
  email: string,
  token: string | null,
) {
  await api.call(confirmByLinkRoute, { params: { reservation_id }, body: {} }, token)
  return api.call(openSignInLinkRoute, { body: { token: await tokenSentTo(api, email) } })
}

/** The calls of guests of one lot and their links. `here` is read at each call, because hooks make it. */
export function guestCalls(here: () => { api: TestApi; lot: TestLot }) {
  const newEmail = () => newGuestEmail(here().api)
  return {
    newEmail,
    newGuest: (email = newEmail()) => aGuest(here().api, here().lot.lot_id, { email }),
    open: (link: string, own: string | null = null) => openLink(here().api, link, own),
    openRefusal: (token: string) => here().api.refusal(openGuestLinkRoute, { body: { token } }),
    see: (reservation_id: string, token: string | null) => seePass(here().api, reservation_id, token),
    sightRefusal: (reservation_id: string, token: string | null) =>
      passRefusal(here().api, reservation_id, token),
    confirm: (guest: { reservation_id: string }, email: string, token: string | null) =>
      confirmAddress(here().api, guest, email, token),
  }
}
