import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  addPasskeyRoute,
  removePasskeyRoute,
  renamePasskeyRoute,
  signInWithPasskeyRoute,
  startPasskeyRoute,
  startPasskeySignInRoute,
} from '@openspot/contract/identity/passkeys.ts'
import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { recordChange } from '../account-changes/account-changes.ts'
import { beginSession, requireAccount, requireRecentSignIn } from '../sessions/sessions.ts'
import { getMe, lockUser } from '../users/users.sql.ts'
import {
  deletePasskey,
  findCredential,
  insertPasskey,
  listCredentials,
  recordPasskeyUse,
  renamePasskey,
} from './passkeys.sql.ts'
import { algorithms, challengeCheck, makeChallenge, relyingParty } from './relying-party.ts'

const MAX_PASSKEYS = 20
const must = 'required' as const
const publicKey = 'public-key' as const
/** How long the browser waits for its user, in milliseconds. */
const timeout = 120_000

export const passkeyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { rpID, rpName, origin } = relyingParty(app)

  app.route({
    ...startPasskeyRoute,
    handler: async (request) => {
      const { user_id, session_id } = callerOf(request)
      await requireAccount(app, user_id)
      await requireRecentSignIn(app, session_id)
      const me = await getMe(app.db, user_id)
      const name = [me.first_name, me.last_name].filter(Boolean).join(' ')
      const known = await listCredentials(app.db, user_id)
      const options = await generateRegistrationOptions({
        rpName,
        rpID,
        timeout,
        userName: me.email ?? me.contact_email ?? me.phone ?? name,
        userDisplayName: name,
        userID: new TextEncoder().encode(user_id),
        challenge: makeChallenge(app, 'register', user_id),
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        // The device must find the passkey without a list from us and verify its user.
        authenticatorSelection: { residentKey: must, userVerification: must },
      })
      return {
        rp: { id: rpID, name: rpName },
        user: options.user,
        challenge: options.challenge,
        pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ alg, type: publicKey })),
        excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id, type: publicKey })),
        authenticatorSelection: { residentKey: must, requireResidentKey: true, userVerification: must },
        attestation: 'none' as const,
        timeout,
      }
    },
  })

  app.route({
    ...addPasskeyRoute,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      await requireAccount(app, user_id)
      await requireRecentSignIn(app, session_id)
      const { name, registration } = request.body
      const verified = await verifyRegistrationResponse({
        response: {
          ...registration,
          clientExtensionResults: {},
          response: { ...registration.response, transports: transportsOf(registration.response.transports) },
          authenticatorAttachment: undefined,
        },
        expectedChallenge: challengeCheck(app, 'register', user_id),
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      }).catch(() => null)
      if (!verified?.verified) return refuse('passkey_not_accepted', { field: 'registration' })
      const { credential, credentialBackedUp } = verified.registrationInfo
      reply.status(201)
      return makeChange(app, request, {
        lock: (tx) => lockUser(tx, user_id),
        write: async (tx) => {
          if ((await listCredentials(tx, user_id)).length >= MAX_PASSKEYS) {
            refuse('passkey_not_accepted', {
              message: (t) => t('apiErrors.identity.passkeyLimit', { max: MAX_PASSKEYS }),
            })
          }
          const changed = { kind: 'PASSKEY', what: 'PASSKEY_ADDED' } as const
          await recordChange(app, tx, user_id, changed, request.client.time_zone)
          const kept = await insertPasskey(tx, {
            user_id,
            name: name.trim(),
            credential_id: credential.id,
            public_key: Buffer.from(credential.publicKey),
            counter: credential.counter,
            transports: credential.transports ?? [],
            is_synced: credentialBackedUp,
            created_at: app.ports.now().toISOString(),
          })
          if (!kept)
            return refuse('passkey_not_accepted', { message: (t) => t('apiErrors.identity.passkeyKnown') })
          return kept
        },
        audit: () => null,
        announces: [],
        view: (passkey) => passkey,
      })
    },
  })

  app.route({
    ...renamePasskeyRoute,
    handler: async (request) =>
      (await renamePasskey(app.db, request.params.passkey_id, request.body.name.trim())) ??
      refuse('not_found'),
  })

  app.route({
    ...removePasskeyRoute,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      await requireRecentSignIn(app, session_id)
      reply.status(204)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          const changed = { kind: 'PASSKEY', what: 'PASSKEY_REMOVED' } as const
          await recordChange(app, tx, user_id, changed, request.client.time_zone)
          if (!(await deletePasskey(tx, request.params.passkey_id))) refuse('not_found')
        },
        audit: () => null,
        announces: [],
        view: () => null,
      })
    },
  })

  app.route({
    ...startPasskeySignInRoute,
    handler: async () => {
      const { challenge } = await generateAuthenticationOptions({
        rpID,
        challenge: makeChallenge(app, 'sign in'),
      })
      return { challenge, rpId: rpID, userVerification: must, timeout }
    },
  })

  app.route({
    ...signInWithPasskeyRoute,
    handler: async (request, reply) => {
      const { authentication } = request.body
      const known = await findCredential(app.db, authentication.id)
      if (!known) return refuse('passkey_not_accepted')
      const verified = await verifyAuthenticationResponse({
        response: { ...authentication, clientExtensionResults: {}, authenticatorAttachment: undefined },
        expectedChallenge: challengeCheck(app, 'sign in'),
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: known.credential_id,
          publicKey: new Uint8Array(known.public_key),
          counter: known.counter,
          transports: transportsOf(known.transports),
        },
      }).catch(() => null)
      if (!verified?.verified) return refuse('passkey_not_accepted')
      const noted = await recordPasskeyUse(app.db, known.id, {
        counter: verified.authenticationInfo.newCounter,
        is_synced: verified.authenticationInfo.credentialBackedUp,
        now: app.ports.now(),
      })
      if (!noted) return refuse('passkey_not_accepted')
      return beginSession(app, request, reply, known.user_id, { method: 'PASSKEY', second_factor: true })
    },
  })
}

const transports: AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb']
/** Returns the transports that a device reports, without unknown ones. */
function transportsOf(words: readonly string[] = []): AuthenticatorTransport[] {
  return transports.filter((word) => words.includes(word))
}
