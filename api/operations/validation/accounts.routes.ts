import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  addPartnerEntryRoute,
  createTabletLinkRoute,
  deleteTabletLinkRoute,
  getPartnerStatementPdfRoute,
  getPartnerStatementRoute,
} from '@openspot/contract/operations/validation-accounts.ts'
import { writeAudit, writeAuditOnce } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { answerPdf } from '../../money/documents/answer.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { secretWord } from '../../ports.ts'
import { addEntry, readStatement } from './accounts.sql.ts'
import { lockPartner, updatePartner } from './partners.sql.ts'
import { readerOf } from './statement-document.sql.ts'
import { makePartnerStatement } from './statement-document.ts'
import { hashTabletCode } from './tablet.sql.ts'

export const validationAccountRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getPartnerStatementRoute,
    handler: async (request) => {
      const { partner_id } = request.params
      const { month } = request.query
      return (
        (await readStatement(app.pool, { lot_id: lotOf(request), partner_id, month })) ?? refuse('not_found')
      )
    },
  })

  app.route({
    ...getPartnerStatementPdfRoute,
    handler: async (request, reply) => {
      const { partner_id } = request.params
      const { month } = request.query
      const statement =
        (await readStatement(app.pool, { lot_id: lotOf(request), partner_id, month })) ?? refuse('not_found')
      const reader = await readerOf(app.db, callerOf(request).user_id, lotOf(request))
      const bytes = await makePartnerStatement(statement, reader)
      return answerPdf(reply, { file_name: `validation-${month}.pdf`, bytes })
    },
  })

  app.route({
    ...addPartnerEntryRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { partner_id } = request.params
      const { kind, amount_cents } = request.body
      const note = request.body.note.trim()
      if (amount_cents === 0 || (kind === 'PAYMENT' && amount_cents < 0)) {
        refuse('request_invalid', {
          field: 'amount_cents',
          message: (t) => t('apiErrors.validation.amountPositive'),
        })
      }
      if (note === '')
        refuse('request_invalid', { field: 'note', message: (t) => t('apiErrors.validation.noteMissing') })
      const now = app.ports.now()
      const balance_cents = await app.db.transaction().execute(async (tx) => {
        const partner = (await lockPartner(tx, lot_id, partner_id)) ?? refuse('not_found')
        const isNew = await writeAuditOnce(tx, request, {
          action: 'validation_partner.account',
          subject_kind: 'validation_partner',
          subject_id: partner_id,
          details: { kind, amount_cents, note },
        })
        if (!isNew) return partner.balance_cents
        if (partner.billing === 'PREPAID' && partner.balance_cents + amount_cents < 0)
          refuse('balance_negative')
        const { user_id } = callerOf(request)
        await addEntry(tx, now, { lot_id, partner_id, kind, amount_cents, note, user_id })
        return partner.balance_cents + amount_cents
      })
      reply.status(201)
      return { balance_cents }
    },
  })

  app.route({
    ...createTabletLinkRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { partner_id } = request.params
      const code = secretWord(app.ports)
      const now = app.ports.now().toISOString()
      await app.db.transaction().execute(async (tx) => {
        if (!(await lockPartner(tx, lot_id, partner_id))) refuse('not_found')
        const set = { tablet_code_hash: hashTabletCode(code), tablet_code_at: now, changed_at: now }
        await updatePartner(tx, lot_id, partner_id, set)
        await writeAudit(tx, request, {
          action: 'validation_partner.tablet',
          subject_kind: 'validation_partner',
          subject_id: partner_id,
        })
      })
      reply.status(201)
      return { code, url: new URL(`/validate/${code}`, app.settings.public_url).href }
    },
  })

  app.route({
    ...deleteTabletLinkRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { partner_id } = request.params
      await app.db.transaction().execute(async (tx) => {
        if (!(await lockPartner(tx, lot_id, partner_id))) refuse('not_found')
        const set = {
          tablet_code_hash: null,
          tablet_code_at: null,
          changed_at: app.ports.now().toISOString(),
        }
        await updatePartner(tx, lot_id, partner_id, set)
        await writeAudit(tx, request, {
          action: 'validation_partner.tablet_off',
          subject_kind: 'validation_partner',
          subject_id: partner_id,
        })
      })
      reply.status(204)
      return null
    },
  })
}
