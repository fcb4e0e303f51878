import { isDeepStrictEqual } from 'node:util'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createRuleSetRoute,
  deleteRuleSetRoute,
  getRuleSetRoute,
  listRuleSetsRoute,
  replaceRuleSetRoute,
  runBacktestRoute,
} from '@openspot/contract/booking/rule-sets.ts'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { readName, refuseTaken } from '../../names.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { translatorOf } from '../../plugins/locale.ts'
import { backtestChange } from './backtest.ts'
import { readFineTerms, readRules } from './rule-sets.rules.ts'
import {
  clearDefault,
  deleteRuleSet,
  findRuleSet,
  insertRuleSet,
  insertVersion,
  listRuleSets,
  lockRuleSet,
  updateRuleSet,
} from './rule-sets.sql.ts'

export const ruleSetRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listRuleSetsRoute,
    handler: async (request) => ({ items: await listRuleSets(app.db, lotOf(request)) }),
  })

  app.route({
    ...createRuleSetRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { is_default } = request.body
      const name = readName(request.body.name, 80)
      const id = app.ports.id()
      const now = app.ports.now()
      reply.status(201)
      return refuseTaken('rule_sets_name', 'name', () =>
        makeChange(app, request, {
          lock: nothingToLock,
          write: async (tx) => {
            await lockRuleSet(tx, id, lot_id)
            const rules = await readRules(tx, lot_id, request.body.rules)
            const fine_terms = readFineTerms(request.body.fine_terms ?? null)
            const replaced = is_default ? await clearDefault(tx, lot_id, id) : null
            await insertRuleSet(tx, { id, lot_id, name, is_default, created_at: now.toISOString() })
            const { user_id } = callerOf(request)
            await insertVersion(tx, { id, lot_id, version: 1, rules, fine_terms, user_id, now })
            const after = { name, is_default, version: 1, rules, fine_terms }
            const created = (await findRuleSet(tx, { id, lot_id })) ?? refuse('not_found')
            return { created, details: { after, replaced_default: replaced } }
          },
          audit: ({ details }) => ({ action: 'rule_set.create', ...subjectOf(id), details }),
          announces: [lot_id],
          view: ({ created }) => created,
        }),
      )
    },
  })

  app.route({
    ...getRuleSetRoute,
    handler: async (request) => {
      const of = { id: request.params.rule_set_id, lot_id: lotOf(request), version: request.query.version }
      return (await findRuleSet(app.db, of)) ?? refuse('not_found')
    },
  })

  app.route({
    ...replaceRuleSetRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const id = request.params.rule_set_id
      const { is_default, version: based_on, revision } = request.body
      const name = readName(request.body.name, 80)
      const now = app.ports.now()
      return refuseTaken('rule_sets_name', 'name', () =>
        makeChange(app, request, {
          lock: (tx) => lockRuleSet(tx, id, lot_id),
          write: async (tx, old) => {
            if (based_on !== undefined && based_on !== old.version)
              refuse('rule_set_changed', { field: 'version' })
            if (revision !== undefined && revision !== old.revision)
              refuse('rule_set_changed', { field: 'revision' })
            const rules = await readRules(tx, lot_id, request.body.rules)
            const { fine_terms: requested = old.fine_terms } = request.body
            const fine_terms = readFineTerms(requested)
            const isNew = !isDeepStrictEqual(
              { rules, fine_terms },
              { rules: old.rules, fine_terms: old.fine_terms },
            )
            if (!isNew && name === old.name && is_default === old.is_default)
              return { changed: old, details: null }
            const version = old.version + (isNew ? 1 : 0)
            const replaced = is_default ? await clearDefault(tx, lot_id, id) : null
            if (isNew)
              await insertVersion(tx, {
                id,
                lot_id,
                version,
                rules,
                fine_terms,
                user_id: callerOf(request).user_id,
                now,
              })
            await updateRuleSet(tx, { id, lot_id, name, is_default, version })
            const before = {
              name: old.name,
              is_default: old.is_default,
              version: old.version,
              rules: old.rules,
              fine_terms: old.fine_terms,
            }
            const details = {
              before,
              after: { name, is_default, version, rules, fine_terms },
              replaced_default: replaced,
            }
            const changed = (await findRuleSet(tx, { id, lot_id })) ?? refuse('not_found')
            return { changed, details }
          },
          audit: ({ details }) => details && { action: 'rule_set.change', ...subjectOf(id), details },
          announces: [lot_id],
          view: ({ changed }) => changed,
        }),
      )
    },
  })

  app.route({
    ...deleteRuleSetRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const id = request.params.rule_set_id
      reply.status(204)
      return makeChange(app, request, {
        lock: (tx) => lockRuleSet(tx, id, lot_id),
        write: async (tx, { is_default, groups }) => {
          if (is_default || groups.length > 0) refuse('rule_set_in_use', { details: { is_default, groups } })
          await deleteRuleSet(tx, id, lot_id, app.ports.now())
        },
        audit: (_, { name, version, rules }) => ({
          action: 'rule_set.delete',
          ...subjectOf(id),
          details: { before: { name, version, rules } },
        }),
        announces: [lot_id],
        view: () => null,
      })
    },
  })

  app.route({
    ...runBacktestRoute,
    handler: (request) => backtestChange(app, translatorOf(request), lotOf(request), request.body),
  })
}

const subjectOf = (id: string) => ({ subject_kind: 'rule_set', subject_id: id })
