import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createOptionRoute,
  deleteOptionRoute,
  patchOptionRoute,
  rotatePublicOptionIdRoute,
} from '@openspot/contract/operations/validation-partners.ts'
import { optionsPerPartner } from '@openspot/core/validation/limits.ts'
import type { FastifyRequest } from 'fastify'
import { refuse, refuseNoChange } from '../../errors.ts'
import { difference, makeChange } from '../../make-change.ts'
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
      reply.status(201)
      return refuseTaken('validation_options_name', 'name', () =>
        makeChange(app, request, {
          lock: (tx) => lockPartner(tx, lot_id, partner_id),
          write: async (tx) => {
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
          },
          audit: () => ({ action: 'validation_option.create', ...subjectOf(id), details: option }),
          announces: [],
          view: () => one(request, id),
        }),
      )
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
      return refuseTaken('validation_options_name', 'name', () =>
        makeChange(app, request, {
          lock: (tx) => lockOption(tx, lot_id, option_id),
          write: (tx, before) => {
            refuseContradiction({ ...before, ...set }, before.used_cents)
            const changed_at = app.ports.now().toISOString()
            return updateOptions(tx, { lot_id, option_id }, { ...set, changed_at })
          },
          audit: (_, before) => ({
            action: 'validation_option.change',
            ...subjectOf(option_id),
            details: difference(before, set),
          }),
          announces: [],
          view: () => one(request, option_id),
        }),
      )
    },
  })

  app.route({
    ...rotatePublicOptionIdRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { option_id } = request.params
      const now = app.ports.now().toISOString()
      return makeChange(app, request, {
        lock: (tx) => lockOption(tx, lot_id, option_id),
        write: (tx) =>
          updateOptions(
            tx,
            { lot_id, option_id },
            { public_option_id: secretWord(app.ports), rotated_at: now, changed_at: now },
          ),
        audit: (_, { name }) => ({
          action: 'validation_option.rotate',
          ...subjectOf(option_id),
          details: { name },
        }),
        announces: [],
        view: () => one(request, option_id),
      })
    },
  })

  app.route({
    ...deleteOptionRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { option_id } = request.params
      const now = app.ports.now().toISOString()
      reply.status(204)
      return makeChange(app, request, {
        lock: (tx) => lockOption(tx, lot_id, option_id),
        write: (tx) => updateOptions(tx, { lot_id, option_id }, { deleted_at: now, changed_at: now }),
        audit: (_, { name }) => ({
          action: 'validation_option.delete',
          ...subjectOf(option_id),
          details: { name },
        }),
        announces: [],
        view: () => null,
      })
    },
  })
}

const subjectOf = (subject_id: string) => ({ subject_kind: 'validation_option', subject_id })
