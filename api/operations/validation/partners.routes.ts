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
import { writeAudit } from '../../audit.sql.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
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
      await refuseTaken('validation_partners_name', 'name', () =>
        app.db.transaction().execute(async (tx) => {
          if ((await countPartners(tx, lot_id)) >= partnersPerLot) refuse('validation_limit')
          await insertPartner(tx, { ...partner, id, lot_id, currency, created_at: now, changed_at: now })
          const details = { name: partner.name, billing: partner.billing }
          await writeAudit(tx, request, { action: 'validation_partner.create', ...subjectOf(id), details })
        }),
      )
      reply.status(201)
      return one(request, id)
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
      await refuseTaken('validation_partners_name', 'name', () =>
        app.db.transaction().execute(async (tx) => {
          const before = (await lockPartner(tx, lot_id, partner_id)) ?? refuse('not_found')
          if (set.billing === 'PREPAID' && before.balance_cents < 0) refuse('balance_negative')
          await updatePartner(tx, lot_id, partner_id, { ...set, changed_at: app.ports.now().toISOString() })
          const changed = Object.keys(set) as (keyof typeof set)[]
          const details = { before: Object.fromEntries(changed.map((key) => [key, before[key]])), after: set }
          await writeAudit(tx, request, {
            action: 'validation_partner.change',
            ...subjectOf(partner_id),
            details,
          })
        }),
      )
      return one(request, partner_id)
    },
  })

  app.route({
    ...deletePartnerRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { partner_id } = request.params
      const now = app.ports.now().toISOString()
      await app.db.transaction().execute(async (tx) => {
        // Validations lock the option before the partner.
        await updateOptions(tx, { lot_id, partner_id }, { deleted_at: now, changed_at: now })
        const { name } = (await lockPartner(tx, lot_id, partner_id)) ?? refuse('not_found')
        const gone = { deleted_at: now, changed_at: now, tablet_code_hash: null, tablet_code_at: null }
        await updatePartner(tx, lot_id, partner_id, gone)
        const details = { name }
        await writeAudit(tx, request, {
          action: 'validation_partner.delete',
          ...subjectOf(partner_id),
          details,
        })
      })
      reply.status(204)
      return null
    },
  })
}

const subjectOf = (subject_id: string) => ({ subject_kind: 'validation_partner', subject_id })

/** Reads the contact's phone number, if there is one, as it is written in the lot's country. */
const withPhone = <T extends { contact_phone?: string | null | undefined }>(body: T, country: string): T =>
  typeof body.contact_phone === 'string'
    ? { ...body, contact_phone: phoneOf(body.contact_phone, country, 'contact_phone') }
    : body
