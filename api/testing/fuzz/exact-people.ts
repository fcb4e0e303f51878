import { address } from '@openspot/contract/call.ts'
import {
  openSignInLink,
  resetPassword,
  sendGuestLink,
  sendPasswordLink,
  sendSignInLink,
  setPassword,
  signIn,
  signUp,
  startGuest,
} from '@openspot/contract/identity/auth.ts'
import { createCar, createLotCar, deleteCar } from '@openspot/contract/people/cars.ts'
import {
  acceptInvite,
  createInvite,
  createInvites,
  declineInvite,
  lookAtInvite,
  previewInvites,
} from '@openspot/contract/people/invites.ts'
import { getJoinCode, joinByCode } from '@openspot/contract/people/memberships.ts'
import { banUser, unbanUser } from '@openspot/contract/platform/platform.ts'
import { tokenTo } from '../../people/invites/testing.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import type { Everything } from '../everything.ts'
import { aSignedUp, solvedCheck, tokenSentTo } from '../getting-in.ts'
import { aMember, aPerson } from '../people.ts'
import { aPlatformAdmin, type ExactRequests } from './exact.ts'

const newEmail = (api: TestApi) => `${secretWord(api.ports, 12).toLowerCase()}@people.example`
const password = 'long enough word'
const named = { first_name: 'Ada', last_name: 'Example' }

/** Creates an invited person and returns the token of their invite. */
async function anInvited(api: TestApi, { lot: { lot_id } }: Everything) {
  const { token, email } = await aPerson(api)
  const admin = await aMember(api, lot_id, 'ADMIN')
  await api.call(createInvite, { body: { lot_id, email } }, admin.token)
  return { token, body: { token: await tokenTo(api, email) } }
}

const table = async (_api: TestApi, { lot: { lot_id } }: Everything) => ({
  body: { lot_id, csv: 'email,first_name\r\nnew.member@people.example,Ada' },
})

export const requestsOfPeople: ExactRequests = [
  [
    signUp,
    async (api) => ({
      body: { ...named, email: newEmail(api), password, bot_check: await solvedCheck(api) },
    }),
  ],
  [
    startGuest,
    async (api) => ({ body: { ...named, email: newEmail(api), bot_check: await solvedCheck(api) } }),
  ],
  [sendGuestLink, async (api) => ({ body: { email: newEmail(api), bot_check: await solvedCheck(api) } })],
  [
    signIn,
    async (api) => {
      const { email } = await aSignedUp(api, newEmail(api), { password })
      return { body: { email, password } }
    },
  ],
  [
    openSignInLink,
    async (api) => {
      const { email } = await aPerson(api)
      await api.call(sendSignInLink, { body: { email } })
      return { body: { token: await tokenSentTo(api, email) } }
    },
  ],
  [
    resetPassword,
    async (api) => {
      const { email } = await aPerson(api)
      await api.call(sendPasswordLink, { body: { email } })
      return { body: { token: await tokenSentTo(api, email), password } }
    },
  ],
  [setPassword, async (api) => ({ token: (await aPerson(api)).token, body: { password } })],
  [
    joinByCode,
    async (api, { lot: { lot_id } }) => {
      const admin = await aMember(api, lot_id, 'ADMIN')
      const { code } = await api.call(getJoinCode, { params: { lot_id } }, admin.token)
      return { token: (await aPerson(api)).token, body: { code } }
    },
  ],
  [previewInvites, table],
  [createInvites, table],
  [lookAtInvite, anInvited],
  [acceptInvite, anInvited],
  [declineInvite, anInvited],
  [
    unbanUser,
    async (api) => {
      const token = await aPlatformAdmin(api)
      const params = { user_id: (await aPerson(api)).user_id }
      const body = { reason: 'A test' }
      await api.call(banUser, { params, body }, token)
      return { url: address(unbanUser, params), token, body }
    },
  ],
  [
    createLotCar,
    async (api, { lot: { lot_id } }) => {
      const { user_id } = await aMember(api, lot_id, 'MEMBER')
      return { url: address(createLotCar, { lot_id, user_id }), body: { plate: 'LOT 1', region: 'IL' } }
    },
  ],
  [
    deleteCar,
    async (api) => {
      const { token } = await aPerson(api)
      const { id: car_id } = await api.call(createCar, { body: { plate: 'GONE 1', region: 'IL' } }, token)
      return { url: address(deleteCar, { car_id }), token }
    },
  ],
]
