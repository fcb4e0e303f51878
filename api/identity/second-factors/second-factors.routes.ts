import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  confirmSecondFactorRoute,
  removeSecondFactorRoute,
  renewBackupCodesRoute,
  startSecondFactorRoute,
} from '@openspot/contract/identity/second-factors.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'
import QrCode from 'qrcode'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import type { CredentialChange } from '../../platform/emails/identity-email-templates.ts'
import { callerOf } from '../../plugins/access.ts'
import { count } from '../../plugins/limits.ts'
import { recordChange } from '../account-changes/account-changes.ts'
import { hasSecondFactor, setSecondFactorPassed } from '../sessions/sessions.sql.ts'
import { requireAccount, requireRecentSignIn } from '../sessions/sessions.ts'
import { hashBackupCode, makeBackupCodes, newSecret, sealFor, takeAppCode, totpOf } from './codes.ts'
import {
  confirmSecret,
  deleteSecondFactor,
  findSecondFactor,
  replaceBackupCodes,
  startSecret,
} from './second-factors.sql.ts'

export const secondFactorRoutes: FastifyPluginAsyncTypebox = async (app) => {
  /** Makes a change that its owner can stop, and returns the answer of the call. */
  const change = <View>(
    request: FastifyRequest,
    what: CredentialChange,
    work: (tx: Tx) => Promise<void>,
    answer: View,
  ) => {
    const { user_id } = callerOf(request)
    return makeChange(app, request, {
      lock: nothingToLock,
      write: async (tx) => {
        const kept = await findSecondFactor(tx, user_id)
        // Stopping the change restores the previous second factor.
        const before = kept?.confirmed_at ? { secret_before: kept.sealed_secret } : {}
        const changed = { kind: 'SECOND_FACTOR', what, ...before } as const
        await recordChange(app, tx, user_id, changed, request.client.time_zone)
        await work(tx)
      },
      audit: () => null,
      announces: [],
      view: () => answer,
    })
  }

  app.route({
    ...startSecondFactorRoute,
    handler: async (request, reply) => {
      const { user_id, session_id, email } = callerOf(request)
      await requireAccount(app, user_id)
      await requireRecentSignIn(app, session_id)
      const secret = newSecret(app)
      const sealed = app.secrets.seal(sealFor, secret.base32, app.ports.random(12))
      if (!(await startSecret(app.db, user_id, sealed, app.ports.now().toISOString())))
        refuse('second_factor_not_set', { message: (t) => t('apiErrors.identity.secondFactorOn') })
      const uri = totpOf(secret, email ?? 'Openspot').toString()
      reply.status(201)
      return {
        secret: secret.base32,
        uri,
        qr_svg: await QrCode.toString(uri, { type: 'svg', margin: 2 }),
      }
    },
  })

  app.route({
    ...confirmSecondFactorRoute,
    handler: async (request) => {
      const { user_id, session_id } = callerOf(request)
      await requireRecentSignIn(app, session_id)
      const kept = await findSecondFactor(app.db, user_id)
      if (!kept || kept.confirmed_at !== null) return refuse('second_factor_not_set')
      await count(app, `second-factor ${user_id}`, { max: 10, minutes: 15 })
      if (!(await takeAppCode(app, user_id, request.body.code))) {
        // There are no backup codes yet that the usual message could name.
        refuse('second_factor_failed', {
          field: 'code',
          message: (t) => t('apiErrors.identity.firstCodeWrong'),
        })
      }
      const backup_codes = makeBackupCodes(app)
      const confirm = async (tx: Tx) => {
        await confirmSecret(tx, user_id, app.ports.now())
        // This session has just passed a code.
        await setSecondFactorPassed(tx, user_id, session_id)
        await replaceBackupCodes(tx, user_id, backup_codes.map(hashBackupCode))
      }
      return change(request, 'SECOND_FACTOR_ON', confirm, { backup_codes })
    },
  })

  app.route({
    ...renewBackupCodesRoute,
    handler: async (request) => {
      const { user_id, session_id } = callerOf(request)
      await requireRecentSignIn(app, session_id)
      if (!(await hasSecondFactor(app.db, user_id))) refuse('second_factor_not_set')
      const backup_codes = makeBackupCodes(app)
      const replace = (tx: Tx) => replaceBackupCodes(tx, user_id, backup_codes.map(hashBackupCode))
      return change(request, 'BACKUP_CODES', replace, { backup_codes })
    },
  })

  app.route({
    ...removeSecondFactorRoute,
    handler: async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      await requireRecentSignIn(app, session_id)
      reply.status(204)
      return change(request, 'SECOND_FACTOR_OFF', (tx) => deleteSecondFactor(tx, user_id), null)
    },
  })
}
