import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  importResidentFileRoute,
  syncDataSourceRoute,
  uploadResidentFileRoute,
} from '@openspot/contract/people/data-sources.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { translatorOf } from '../../plugins/locale.ts'
import { findDataSource, lockDataSource, updateDataSource } from '../data-sources/data-sources.sql.ts'
import { residentFileLimits } from '../resident-files/table.ts'
import { findFile, insertFile } from './files.sql.ts'
import { findImport, insertImport } from './imports.sql.ts'
import { readUpload } from './read-upload.ts'
import { receiveFile } from './receive-file.ts'
import { startSync } from './start-sync.ts'

export const residentSyncRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(multipart)
  const subjectOf = (id: string) => ({ subject_kind: 'data_source_import', subject_id: id })
  const one = async (id: string) => (await findImport(app.pool, id)) ?? refuse('not_found')

  app.route({
    ...syncDataSourceRoute,
    handler: async (request) => {
      const { data_source_id } = request.params
      const { is_preview } = request.body
      const { user_id } = callerOf(request)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => startSync(tx, app.ports, data_source_id, { trigger: 'STAFF', is_preview, user_id }),
        audit: (id) => ({
          action: 'resident_import.start',
          ...subjectOf(id),
          details: { data_source_id, is_preview },
        }),
        announces: [lotOf(request)],
        view: one,
      })
    },
  })

  app.route({
    ...uploadResidentFileRoute,
    bodyLimit: residentFileLimits.max_bytes + 10_000,
    handler: async (request, reply) => {
      const { data_source_id } = request.params
      const source = (await findDataSource(app.pool, data_source_id)) ?? refuse('not_found')
      refuseConnection(source)
      const { file_name, bytes } = await receiveFile(request)
      const { odd_rows, odd_count, ...read } = await readUpload(bytes, { previous: source.file_mapping })
      const id = app.ports.id()
      const stored = {
        id,
        lot_id: lotOf(request),
        data_source_id,
        file_name,
        bytes,
        uploaded_by_user_id: callerOf(request).user_id,
        created_at: app.ports.now().toISOString(),
      }
      const t = translatorOf(request)
      const refused_rows = odd_rows.map(({ row_no, cell_count: count }) => ({
        row_no,
        message: t('apiErrors.rows.cellCount', { count, columns: read.columns.length }),
      }))
      reply.status(201)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => insertFile(tx, stored),
        // It is recorded with the import that uses the file.
        audit: () => null,
        announces: [],
        view: () => ({ id, file_name, ...read, refused_rows, refused_count: odd_count }),
      })
    },
  })

  app.route({
    ...importResidentFileRoute,
    handler: async (request) => {
      const { data_source_id, resident_file_id: file_id } = request.params
      const { mapping, is_complete } = request.body
      const file = await findFile(app.db, file_id)
      if (file?.data_source_id !== data_source_id) return refuse('not_found')
      const { columns, odd_rows, odd_count } = await readUpload(file.bytes, { chosen: mapping })
      const unknown = Object.entries(mapping).find(([, column]) => !columns.includes(column))
      if (unknown) {
        const [field, column] = unknown
        const message: Message = (t) => t('apiErrors.residents.columnUnknown', { column })
        refuse('request_invalid', { field: `mapping.${field}`, message })
      }
      if (odd_count > 0) {
        const rows = odd_rows.map(({ row_no }) => String(row_no)).join(', ')
        const message: Message = (t) => t('residents.files.refused', { count: odd_count, rows })
        refuse('request_invalid', { field: 'file', message })
      }
      return makeChange(app, request, {
        lock: (tx) => lockDataSource(tx, data_source_id),
        write: async (tx, source) => {
          refuseConnection(source)
          const made = await insertImport(tx, {
            id: app.ports.id(),
            job_id: app.ports.id(),
            lot_id: source.lot_id,
            data_source_id,
            file_id,
            is_complete,
            trigger: 'FILE' as const,
            is_preview: true,
            user_id: callerOf(request).user_id,
            now: app.ports.now(),
          })
          if (!made.is_new) refuse('import_running')
          await updateDataSource(tx, data_source_id, { file_mapping: JSON.stringify(mapping) })
          return made.import_id
        },
        audit: (id) => ({
          action: 'resident_import.start',
          ...subjectOf(id),
          details: { data_source_id, file_name: file.file_name, mapping, is_complete },
        }),
        announces: [lotOf(request)],
        view: one,
      })
    },
  })
}

const refuseConnection = (source: { kind: string; integration_status: string }) => {
  if (source.integration_status === 'ARCHIVED') refuse('data_source_archived')
  if (source.kind !== 'FILE')
    refuse('request_invalid', { field: 'data_source_id', message: (t) => t('apiErrors.residents.filesOnly') })
}
