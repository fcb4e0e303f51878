import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  addPartnerEntryRoute,
  createTabletLinkRoute,
  deleteTabletLinkRoute,
  getPartnerStatementPdfRoute,
  getPartnerStatementRoute,
} from '@openspot/contract/operations/validation-accounts.ts'
import { refuse } from '../../errors.ts'
import { makeChange, makeChangeOnce } from '../../make-change.ts'
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
      reply.status(201)
      return makeChangeOnce(app, request, {
        lock: (tx) => lockPartner(tx, lot_id, partner_id),
        audit: () => ({
          action: 'validation_partner.account',
          ...subjectOf(partner_id),
          details: { kind, amount_cents, note },
        }),
        write: (tx, { billing, balance_cents }) => {
          if (billing === 'PREPAID' && balance_cents + amount_cents < 0) refuse('balance_negative')
          const { user_id } = callerOf(request)
          return addEntry(tx, now, { lot_id, partner_id, kind, amount_cents, note, user_id })
        },
        announces: [],
        view: ({ balance_cents }, isNew) => ({
          balance_cents: balance_cents + (isNew ? amount_cents : 0),
        }),
      })
    },
  })

  app.route({
    ...createTabletLinkRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { partner_id } = request.params
      const code = secretWord(app.ports)
      const now = app.ports.now().toISOString()
      reply.status(201)
      return makeChange(app, request, {
        lock: (tx) => lockPartner(tx, lot_id, partner_id),
        write: (tx) =>
          updatePartner(tx, lot_id, partner_id, {
            tablet_code_hash: hashTabletCode(code),
            tablet_code_at: now,
            changed_at: now,
          }),
        audit: () => ({ action: 'validation_partner.tablet', ...subjectOf(partner_id) }),
        announces: [],
        view: () => ({ code, url: new URL(`/validate/${code}`, app.settings.public_url).href }),
      })
    },
  })

  app.route({
    ...deleteTabletLinkRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { partner_id } = request.params
      reply.status(204)
      return makeChange(app, request, {
        lock: (tx) => lockPartner(tx, lot_id, partner_id),
        write: (tx) =>
          updatePartner(tx, lot_id, partner_id, {
            tablet_code_hash: null,
            tablet_code_at: null,
            changed_at: app.ports.now().toISOString(),
          }),
        audit: () => ({ action: 'validation_partner.tablet_off', ...subjectOf(partner_id) }),
        announces: [],
        view: () => null,
      })
    },
  })
}

const subjectOf = (subject_id: string) => ({ subject_kind: 'validation_partner', subject_id })
