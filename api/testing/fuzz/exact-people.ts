import { address } from '@openspot/contract/call.ts'
import {
  openSignInLinkRoute,
  resetPasswordRoute,
  sendGuestLinkRoute,
  sendPasswordLinkRoute,
  sendSignInLinkRoute,
  setPasswordRoute,
  signInRoute,
  signUpRoute,
  startGuestRoute,
} from '@openspot/contract/identity/auth.ts'
import {
  confirmByLinkRoute,
  openGuestLinkRoute,
  resendGuestLinkRoute,
} from '@openspot/contract/identity/guest-links.ts'
import { createCarRoute, createLotCarRoute, deleteCarRoute } from '@openspot/contract/people/cars.ts'
import {
  acceptInviteRoute,
  createInviteRoute,
  createInvitesRoute,
  declineInviteRoute,
  previewInviteRoute,
  previewInvitesRoute,
} from '@openspot/contract/people/invites.ts'
import { getJoinCodeRoute, joinByCodeRoute } from '@openspot/contract/people/memberships.ts'
import { deleteViewRoute, saveViewRoute } from '@openspot/contract/people/saved-views.ts'
import { banUserRoute, unbanUserRoute } from '@openspot/contract/platform/platform.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import type { Everything } from '../factories/everything.ts'
import { aGuest } from '../factories/guests.ts'
import { tokenTo } from '../factories/invites.ts'
import { aMember, aPerson } from '../factories/people.ts'
import { aSignedUp, solvedCheck, tokenSentTo } from '../sign-in.ts'
import { aPlatformAdmin, type ExactRequests } from './exact.ts'

const newEmail = (api: TestApi) => `${secretWord(api.ports, 12).toLowerCase()}@people.example`
const password = 'long enough word'
const named = { first_name: 'Ada', last_name: 'Example' }

/** Creates an invited person and returns the token of their invite. */
async function anInvited(api: TestApi, { lot: { lot_id } }: Everything) {
  const { token, email } = await aPerson(api)
  const admin = await aMember(api, lot_id, 'ADMIN')
  await api.call(createInviteRoute, { body: { lot_id, email } }, admin.token)
  return { token, body: { token: await tokenTo(api, email) } }
}

/** Someone who has booked in the lot as a guest. */
const guestOf = (api: TestApi, { lot: { lot_id } }: Everything) =>
  aGuest(api, lot_id, { email: newEmail(api) })

const table = async (_api: TestApi, { lot: { lot_id } }: Everything) => ({
  body: { lot_id, csv: 'email,first_name\r\nnew.member@people.example,Ada' },
})

/** A view of the caller and how to save it. Its query and columns are no random text. */
const aView = { list: 'SPOTS', name: 'Mine', query: 'sort=label', columns: ['label'] } as const

export const requestsOfPeople: ExactRequests = [
  [saveViewRoute, async () => ({ body: aView })],
  [
    deleteViewRoute,
    async (api, { lot: { lot_id } }) => {
      const { token } = await aMember(api, lot_id, 'ADMIN')
      const body = { ...aView, columns: [...aView.columns] }
      const { id } = await api.call(saveViewRoute, { params: { lot_id }, body }, token)
      return { token, url: address(deleteViewRoute, { lot_id, view_id: id }) }
    },
  ],
  [
    signUpRoute,
    async (api) => ({
      body: { ...named, email: newEmail(api), password, bot_check: await solvedCheck(api) },
    }),
  ],
  [
    startGuestRoute,
    async (api) => ({ body: { ...named, email: newEmail(api), bot_check: await solvedCheck(api) } }),
  ],
  [
    sendGuestLinkRoute,
    async (api) => ({ body: { email: newEmail(api), bot_check: await solvedCheck(api) } }),
  ],
  [openGuestLinkRoute, async (api, things) => ({ body: { token: (await guestOf(api, things)).link } })],
  [resendGuestLinkRoute, async (api, things) => ({ body: { token: (await guestOf(api, things)).link } })],
  [
    confirmByLinkRoute,
    async (api, things) => {
      const { token, params } = await guestOf(api, things)
      return { token, url: address(confirmByLinkRoute, params), body: {} }
    },
  ],
  [
    signInRoute,
    async (api) => {
      const { email } = await aSignedUp(api, newEmail(api), { password })
      return { body: { email, password } }
    },
  ],
  [
    openSignInLinkRoute,
    async (api) => {
      const { email } = await aPerson(api)
      await api.call(sendSignInLinkRoute, { body: { email } })
      return { body: { token: await tokenSentTo(api, email) } }
    },
  ],
  [
    resetPasswordRoute,
    async (api) => {
      const { email } = await aPerson(api)
      await api.call(sendPasswordLinkRoute, { body: { email } })
      return { body: { token: await tokenSentTo(api, email), password } }
    },
  ],
  [setPasswordRoute, async (api) => ({ token: (await aPerson(api)).token, body: { password } })],
  [
    joinByCodeRoute,
    async (api, { lot: { lot_id } }) => {
      const admin = await aMember(api, lot_id, 'ADMIN')
      const { code } = await api.call(getJoinCodeRoute, { params: { lot_id } }, admin.token)
      return { token: (await aPerson(api)).token, body: { code } }
    },
  ],
  [previewInvitesRoute, table],
  [createInvitesRoute, table],
  [previewInviteRoute, anInvited],
  [acceptInviteRoute, anInvited],
  [declineInviteRoute, anInvited],
  [
    unbanUserRoute,
    async (api) => {
      const token = await aPlatformAdmin(api)
      const params = { user_id: (await aPerson(api)).user_id }
      const body = { reason: 'A test' }
      await api.call(banUserRoute, { params, body }, token)
      return { url: address(unbanUserRoute, params), token, body }
    },
  ],
  [
    createLotCarRoute,
    async (api, { lot: { lot_id } }) => {
      const { user_id } = await aMember(api, lot_id, 'MEMBER')
      return { url: address(createLotCarRoute, { lot_id, user_id }), body: { plate: 'LOT 1', region: 'IL' } }
    },
  ],
  [
    deleteCarRoute,
    async (api) => {
      const { token } = await aPerson(api)
      const { id: car_id } = await api.call(
        createCarRoute,
        { body: { plate: 'GONE 1', region: 'IL' } },
        token,
      )
      return { url: address(deleteCarRoute, { car_id }), token }
    },
  ],
]
