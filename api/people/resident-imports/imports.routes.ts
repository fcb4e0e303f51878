import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  applyImportRoute,
  decideImportRowRoute,
  discardImportRoute,
  getImportRoute,
  listImportRowsRoute,
  listImportsRoute,
  undoImportRoute,
} from '@openspot/contract/people/resident-imports.ts'
import type { AuditAction } from '@openspot/core/audit/actions.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { lockDataSource } from '../data-sources/data-sources.sql.ts'
import { decideRow } from './decide-row.ts'
import { deleteFile } from './files.sql.ts'
import {
  failImport,
  findImport,
  listImports,
  lockImport,
  queueImport,
  updateImport,
  type WorkedImport,
} from './imports.sql.ts'
import { findRow, listRows } from './rows.sql.ts'

export const residentImportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const one = async (id: string) => (await findImport(app.pool, id)) ?? refuse('not_found')

  /** Changes an import that nobody else is changing, and records it. */
  const change = async (
    request: FastifyRequest<{ Params: { import_id: string } }>,
    action: AuditAction,
    work: (tx: Tx, of: WorkedImport) => Promise<void>,
  ) => {
    const { import_id } = request.params
    return makeChange(app, request, {
      lock: async (tx) => {
        const { data_source_id } = (await lockImport(tx, import_id)) ?? refuse('not_found')
        // No other import of the data source begins between looking at those that there are and the change.
        await lockDataSource(tx, data_source_id)
        return lockImport(tx, import_id)
      },
      write: work,
      audit: () => ({ action, subject_kind: 'data_source_import', subject_id: import_id }),
      announces: [lotOf(request)],
      view: () => one(import_id),
    })
  }

  app.route({
    ...listImportsRoute,
    handler: async (request) => {
      const { cursor, limit = 20 } = request.query
      const after = decodeCursor(cursor, ['instant', 'uuid'])
      const rows = await listImports(app.pool, lotOf(request), after, limit + 1)
      const newest = after === null ? rows[0] : (await listImports(app.pool, lotOf(request), null, 1))[0]
      const page = pageOf(rows, limit, (row) => [row.created_at, row.id])
      return { ...page, status: newest?.status ?? ('NOT_FOUND' as const) }
    },
  })

  app.route({ ...getImportRoute, handler: (request) => one(request.params.import_id) })

  app.route({
    ...listImportRowsRoute,
    handler: async (request) => {
      const { cursor, limit = 20, action = null, code = null } = request.query
      const [after] = decodeCursor(cursor, ['integer']) ?? [0]
      const { import_id } = request.params
      const of = {
        import_id,
        now: app.ports.now(),
        guest_days: GUEST_DAYS,
        after,
        action,
        code,
        limit: limit + 1,
      }
      return pageOf(await listRows(app.pool, of), limit, (row) => [row.row_no])
    },
  })

  app.route({
    ...applyImportRoute,
    handler: (request) =>
      change(request, 'resident_import.apply', async (tx, { id, status, can_apply }) => {
        if (!can_apply) refuse('import_not_possible')
        if (status === 'FAILURE') {
          if (request.body.despite_removals !== true)
            refuse('import_not_possible', { field: 'despite_removals' })
          if (request.granted !== 'super_admin' && request.granted !== 'platform_admin') refuse('forbidden')
        }
        await updateImport(tx, id, {
          status: 'IN_PROGRESS',
          stage: 'APPLYING',
          failure: null,
          failure_text: null,
          finished_at: null,
          confirmed_by_user_id: callerOf(request).user_id,
          changed_at: app.ports.now().toISOString(),
        })
        await queueImport(tx, id)
      }),
  })

  app.route({
    ...discardImportRoute,
    handler: (request) =>
      change(request, 'resident_import.discard', async (tx, { id, stage, file_id }) => {
        if (stage !== 'PREVIEW') refuse('import_not_possible')
        const stopped = { failure: 'STOPPED', failure_text: null, stage: 'DISCARDED' } as const
        await failImport(tx, id, stopped, app.ports.now())
        if (file_id !== null) await deleteFile(tx, file_id)
      }),
  })

  app.route({
    ...undoImportRoute,
    handler: (request) =>
      change(request, 'resident_import.undo', async (tx, { id, can_undo }) => {
        if (!can_undo) refuse('import_not_possible')
        await updateImport(tx, id, {
          stage: 'UNDOING',
          undone_by_user_id: callerOf(request).user_id,
          changed_at: app.ports.now().toISOString(),
        })
        await queueImport(tx, id)
      }),
  })

  app.route({
    ...decideImportRowRoute,
    handler: async (request) => {
      const { import_id, row_no } = request.params
      await decideRow(app, request, { import_id, row_no, ...request.body })
      app.changes.announce(lotOf(request))
      return (
        (await findRow(app.pool, { import_id, row_no, now: app.ports.now(), guest_days: GUEST_DAYS })) ??
        refuse('not_found')
      )
    },
  })
}
