import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createPartnerRoute,
  deletePartnerRoute,
  getPartnerRoute,
  listPartnersRoute,
  patchPartnerRoute,
} from '@openspot/contract/operations/validation-partners.ts'
import { partnersPerLot } from '@openspot/core/validation/limits.ts'
import type { FastifyRequest } from 'fastify'
import { refuse, refuseNoChange } from '../../errors.ts'
import { lockLimit } from '../../limits.sql.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { difference, makeChange } from '../../make-change.ts'
import { readName, refuseTaken } from '../../names.ts'
import { phoneOf } from '../../phones.ts'
import { lotOf } from '../../plugins/access.ts'
import {
  countPartners,
  insertPartner,
  listPartners,
  lockPartner,
  updateOptions,
  updatePartner,
} from './partners.sql.ts'

export const validationPartnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const one = async (request: FastifyRequest, partner_id: string) =>
    (await listPartners(app.pool, { lot_id: lotOf(request), partner_id, now: app.ports.now() }))[0] ??
    refuse('not_found')

  app.route({
    ...listPartnersRoute,
    handler: async (request) => ({
      items: await listPartners(app.pool, { lot_id: lotOf(request), now: app.ports.now() }),
    }),
  })

  app.route({
    ...getPartnerRoute,
    handler: (request) => one(request, request.params.partner_id),
  })

  app.route({
    ...createPartnerRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { currency, country } = await getLot(app.db, lot_id)
      const id = app.ports.id()
      const now = app.ports.now().toISOString()
      const partner = { ...withPhone(request.body, country), name: readName(request.body.name, 80) }
      reply.status(201)
      return refuseTaken('validation_partners_name', 'name', () =>
        makeChange(app, request, {
          lock: (tx) => lockLimit(tx, 'validation_partners', lot_id),
          write: async (tx) => {
            if ((await countPartners(tx, lot_id)) >= partnersPerLot) refuse('validation_limit')
            await insertPartner(tx, { ...partner, id, lot_id, currency, created_at: now, changed_at: now })
          },
          audit: () => ({
            action: 'validation_partner.create',
            ...subjectOf(id),
            details: { name: partner.name, billing: partner.billing },
          }),
          announces: [],
          view: () => one(request, id),
        }),
      )
    },
  })

  app.route({
    ...patchPartnerRoute,
    handler: async (request) => {
      refuseNoChange(request.body)
      const lot_id = lotOf(request)
      const { partner_id } = request.params
      const { name, ...rest } = request.body
      const { country } = await getLot(app.db, lot_id)
      const set = { ...withPhone(rest, country), ...(name === undefined ? {} : { name: readName(name, 80) }) }
      return refuseTaken('validation_partners_name', 'name', () =>
        makeChange(app, request, {
          lock: (tx) => lockPartner(tx, lot_id, partner_id),
          write: (tx, { balance_cents }) => {
            if (set.billing === 'PREPAID' && balance_cents < 0) refuse('balance_negative')
            const changed_at = app.ports.now().toISOString()
            return updatePartner(tx, lot_id, partner_id, { ...set, changed_at })
          },
          audit: (_, before) => ({
            action: 'validation_partner.change',
            ...subjectOf(partner_id),
            details: difference(before, set),
          }),
          announces: [],
          view: () => one(request, partner_id),
        }),
      )
    },
  })

  app.route({
    ...deletePartnerRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { partner_id } = request.params
      const now = app.ports.now().toISOString()
      const gone = { deleted_at: now, changed_at: now }
      reply.status(204)
      return makeChange(app, request, {
        lock: async (tx) => {
          // Validations lock the option before the partner.
          await updateOptions(tx, { lot_id, partner_id }, gone)
          return lockPartner(tx, lot_id, partner_id)
        },
        write: (tx) =>
          updatePartner(tx, lot_id, partner_id, { ...gone, tablet_code_hash: null, tablet_code_at: null }),
        audit: (_, { name }) => ({
          action: 'validation_partner.delete',
          ...subjectOf(partner_id),
          details: { name },
        }),
        announces: [],
        view: () => null,
      })
    },
  })
}

const subjectOf = (subject_id: string) => ({ subject_kind: 'validation_partner', subject_id })

/** Reads the contact's phone number, if there is one, as it is written in the lot's country. */
const withPhone = <T extends { contact_phone?: string | null | undefined }>(body: T, country: string): T =>
  typeof body.contact_phone === 'string'
    ? { ...body, contact_phone: phoneOf(body.contact_phone, country, 'contact_phone') }
    : body
