import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { signInWithFirebaseRoute } from '@openspot/contract/identity/auth.ts'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { beginSession } from '../sessions/sessions.ts'
import { proveIn } from './claims.sql.ts'
import { userOfFirebase } from './firebase.sql.ts'
import { firebaseReader } from './firebase.ts'

export const firebaseRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const read = firebaseReader(app)

  app.route({
    ...signInWithFirebaseRoute,
    handler: async (request, reply) => {
      const token = request.headers.authorization?.match(/^Bearer (.+)$/)?.[1]
      if (!token)
        return refuse('token_not_accepted', {
          message: (t) => t('apiErrors.identity.tokenMissing'),
        })
      const person = await read(token)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          await proveIn(tx, request.caller?.session_id ?? null)
          return userOfFirebase(tx, person, app.ports.now())
        },
        audit: () => null,
        // A first verification ends the other sessions, whose open streams check their access again.
        announces: (user_id) => [user_id],
        view: (user_id) => beginSession(app, request, reply, user_id, { method: 'FIREBASE' }),
      })
    },
  })
}
