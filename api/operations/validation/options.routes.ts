import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createOptionRoute,
  deleteOptionRoute,
  patchOptionRoute,
  rotatePublicOptionIdRoute,
} from '@openspot/contract/operations/validation-partners.ts'
import { optionsPerPartner } from '@openspot/core/validation/limits.ts'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { readName, refuseTaken } from '../../names.ts'
import { lotOf } from '../../plugins/access.ts'
import { secretWord } from '../../ports.ts'
import {
  countOptions,
  insertOption,
  listOptions,
  lockOption,
  lockPartner,
  updateOptions,
} from './partners.sql.ts'
import { refuseContradiction } from './settings.rules.ts'

export const validationOptionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const one = async (request: FastifyRequest, option_id: string) =>
    (await listOptions(app.pool, { lot_id: lotOf(request), option_id, now: app.ports.now() }))[0] ??
    refuse('not_found')

  app.route({
    ...createOptionRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { partner_id } = request.params
      const option = { ...request.body, name: readName(request.body.name, 80) }
      refuseContradiction(option, 0)
      const id = app.ports.id()
      const now = app.ports.now().toISOString()
      await refuseTaken('validation_options_name', 'name', () =>
        app.db.transaction().execute(async (tx) => {
          if (!(await lockPartner(tx, lot_id, partner_id))) refuse('not_found')
          if ((await countOptions(tx, partner_id)) >= optionsPerPartner) refuse('validation_limit')
          await insertOption(tx, {
            ...option,
            id,
            lot_id,
            partner_id,
            public_option_id: secretWord(app.ports),
            created_at: now,
            changed_at: now,
          })
          await writeAudit(tx, request, {
            action: 'validation_option.create',
            ...subjectOf(id),
            details: option,
          })
        }),
      )
      reply.status(201)
      return one(request, id)
    },
  })

  app.route({
    ...patchOptionRoute,
    handler: async (request) => {
      refuseNoChange(request.body)
      const lot_id = lotOf(request)
      const { option_id } = request.params
      const { name, ...rest } = request.body
      const set = { ...rest, ...(name === undefined ? {} : { name: readName(name, 80) }) }
      await refuseTaken('validation_options_name', 'name', () =>
        app.db.transaction().execute(async (tx) => {
          const before = (await lockOption(tx, lot_id, option_id)) ?? refuse('not_found')
          refuseContradiction({ ...before, ...set }, before.used_cents)
          const of = { lot_id, option_id }
          await updateOptions(tx, of, { ...set, changed_at: app.ports.now().toISOString() })
          const changed = Object.keys(set) as (keyof typeof set)[]
          const details = { before: Object.fromEntries(changed.map((key) => [key, before[key]])), after: set }
          await writeAudit(tx, request, {
            action: 'validation_option.change',
            ...subjectOf(option_id),
            details,
          })
        }),
      )
      return one(request, option_id)
    },
  })

  app.route({
    ...rotatePublicOptionIdRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { option_id } = request.params
      const now = app.ports.now().toISOString()
      await app.db.transaction().execute(async (tx) => {
        const { name } = (await lockOption(tx, lot_id, option_id)) ?? refuse('not_found')
        const public_option_id = secretWord(app.ports)
        await updateOptions(tx, { lot_id, option_id }, { public_option_id, rotated_at: now, changed_at: now })
        await writeAudit(tx, request, {
          action: 'validation_option.rotate',
          ...subjectOf(option_id),
          details: { name },
        })
      })
      return one(request, option_id)
    },
  })

  app.route({
    ...deleteOptionRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { option_id } = request.params
      const now = app.ports.now().toISOString()
      await app.db.transaction().execute(async (tx) => {
        const { name } = (await lockOption(tx, lot_id, option_id)) ?? refuse('not_found')
        await updateOptions(tx, { lot_id, option_id }, { deleted_at: now, changed_at: now })
        await writeAudit(tx, request, {
          action: 'validation_option.delete',
          ...subjectOf(option_id),
          details: { name },
        })
      })
      reply.status(204)
      return null
    },
  })
}

const subjectOf = (subject_id: string) => ({ subject_kind: 'validation_option', subject_id })
