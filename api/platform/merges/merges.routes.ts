import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { mergeUserRoute, previewMergeRoute } from '@openspot/contract/platform/merges.ts'
import type { MergeBlocker } from '@openspot/core/accounts/enums.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { maskAddress } from '../../people/invites/addresses.ts'
import { notifyOfAccount } from '../accounts/notify-account.ts'
import { getReachable } from '../accounts/reachable.sql.ts'
import { requireAdminProof } from '../admins/require-proof.ts'
import { toUser } from '../platform/platform.sql.ts'
import { mergeAccounts, previewMerge } from './merges.sql.ts'

export const mergeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...previewMergeRoute,
    handler: async ({ params, query }) => {
      await knownUser(app.db, query.into_user_id)
      const now = app.ports.now()
      const [from, into, found] = await Promise.all([
        toUser(app.db, params.user_id, now),
        toUser(app.db, query.into_user_id, now),
        previewMerge(app.db, params.user_id, query.into_user_id, now),
      ])
      return { from, into, ...found }
    },
  })

  app.route({
    ...mergeUserRoute,
    handler: async (request) => {
      const { user_id } = request.params
      const { into_user_id } = request.body
      const reason = request.body.reason.trim()
      await requireAdminProof(app, request)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          await notifyBoth(app, tx, user_id, into_user_id)
          const blockers = await mergeAccounts(tx, user_id, into_user_id, app.ports.now())
          if (blockers.length > 0) refuseMerge(blockers)
        },
        audit: () => ({
          action: 'user.merge',
          subject_kind: 'user',
          subject_id: into_user_id,
          details: { reason, merged_user_id: user_id },
        }),
        // Open streams end at once, or show what moved.
        announces: [user_id, into_user_id],
        view: () => toUser(app.db, into_user_id, app.ports.now()),
      })
    },
  })
}

async function knownUser(db: FastifyInstance['db'], user_id: string) {
  return (
    (await getReachable(db, user_id)) ??
    refuse('not_found', { field: 'into_user_id', message: (t) => t('apiErrors.people.mergeUnknown') })
  )
}

/**
 * Writes to both addresses, while both are known. Each reader sees their own in full and the other one masked: if the accounts were
 * not one person's after all, a stranger's address would be disclosed. The notice in the product is one: what the merged account got about the same merge
 * is dropped when its notices move.
 */
async function notifyBoth(app: FastifyInstance, tx: Tx, from_id: string, into_id: string): Promise<void> {
  const from = await knownUser(tx, from_id)
  const into = await knownUser(tx, into_id)
  const nameOf = ({ id, email, phone }: typeof from, reader: typeof from) => {
    const name = email ?? phone ?? id
    return id === reader.id ? name : maskAddress(name)
  }
  for (const person of [into, from])
    await notifyOfAccount(
      app,
      tx,
      'ACCOUNT_MERGED',
      person,
      { reason: '', from: nameOf(from, person), into: nameOf(into, person) },
      from_id,
    )
}

function refuseMerge(blockers: readonly MergeBlocker[]): never {
  return refuse('merge_not_possible', {
    message: (t) => blockers.map((blocker) => t(`apiErrors.mergeBlockers.${blocker}`)).join(' '),
    details: { blockers },
  })
}
