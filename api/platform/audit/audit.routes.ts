import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listLotAuditRoute, listPlatformAuditRoute } from '@openspot/contract/platform/audit.ts'
import type { FastifyRequest } from 'fastify'
import { writeReadAudit } from '../../audit.sql.ts'
import { lotOf } from '../../plugins/access.ts'
import { type AuditFilter, listAudit } from './audit.sql.ts'
import { listAuditNames } from './audit-names.sql.ts'
import { idsIn } from './audit-names.ts'

export const auditRoutes: FastifyPluginAsyncTypebox = async (app) => {
  /** Reads the entries first and then audits the reading, so that only later readers see it. */
  const show = async (
    request: FastifyRequest,
    preference: AuditFilter,
    subject: [kind: string, id: string],
  ) => {
    const isPlatform = subject[0] === 'platform'
    const page = await listAudit(app.db, preference, isPlatform)
    const ids = page.items.map(({ subject_id, details }) => idsIn([subject_id, details]))
    const names = await listAuditNames(app.pool, [...new Set(ids.flat())], isPlatform ? null : subject[1])
    const { cursor, limit: _, ...asked } = preference
    await writeReadAudit(app.db, request, {
      action: 'audit_log.read',
      subject_kind: subject[0],
      subject_id: subject[1],
      details: { ...asked, ...(cursor === undefined ? {} : { further: true }) },
    })
    const namesOf = (of: readonly string[] = []) =>
      Object.fromEntries(
        of.flatMap((id) => {
          const name = names.get(id)
          return name === undefined ? [] : [[id, name]]
        }),
      )
    return { ...page, items: page.items.map((entry, index) => ({ ...entry, names: namesOf(ids[index]) })) }
  }

  app.route({
    ...listLotAuditRoute,
    handler: (request) => {
      const lot_id = lotOf(request)
      return show(request, { ...request.query, lot_id }, ['lot', lot_id])
    },
  })

  app.route({
    ...listPlatformAuditRoute,
    handler: (request) => show(request, request.query, ['platform', 'all']),
  })
}
