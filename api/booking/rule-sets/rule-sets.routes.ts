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
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
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
      const created = await refuseTaken('rule_sets_name', 'name', () =>
        app.db.transaction().execute(async (tx) => {
          await lockRuleSet(tx, id, lot_id)
          const rules = await readRules(tx, lot_id, request.body.rules)
          const fine_terms = readFineTerms(request.body.fine_terms ?? null)
          const replaced = is_default ? await clearDefault(tx, lot_id, id) : null
          await insertRuleSet(tx, { id, lot_id, name, is_default, created_at: now.toISOString() })
          const { user_id } = callerOf(request)
          await insertVersion(tx, { id, lot_id, version: 1, rules, fine_terms, user_id, now })
          const after = { name, is_default, version: 1, rules, fine_terms }
          const details = { after, replaced_default: replaced }
          await writeAudit(tx, request, { action: 'rule_set.create', ...subjectOf(id), details })
          return (await findRuleSet(tx, { id, lot_id })) ?? refuse('not_found')
        }),
      )
      app.changes.announce(lot_id)
      reply.status(201)
      return created
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
      const changed = await refuseTaken('rule_sets_name', 'name', () =>
        app.db.transaction().execute(async (tx) => {
          const old = (await lockRuleSet(tx, id, lot_id)) ?? refuse('not_found')
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
          if (!isNew && name === old.name && is_default === old.is_default) return old
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
          await writeAudit(tx, request, { action: 'rule_set.change', ...subjectOf(id), details })
          return (await findRuleSet(tx, { id, lot_id })) ?? refuse('not_found')
        }),
      )
      app.changes.announce(lot_id)
      return changed
    },
  })

  app.route({
    ...deleteRuleSetRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const id = request.params.rule_set_id
      await app.db.transaction().execute(async (tx) => {
        const old = (await lockRuleSet(tx, id, lot_id)) ?? refuse('not_found')
        const { name, is_default, version, rules, groups } = old
        if (is_default || groups.length > 0) refuse('rule_set_in_use', { details: { is_default, groups } })
        await deleteRuleSet(tx, id, lot_id, app.ports.now())
        const details = { before: { name, version, rules } }
        await writeAudit(tx, request, { action: 'rule_set.delete', ...subjectOf(id), details })
      })
      app.changes.announce(lot_id)
      reply.status(204)
      return null
    },
  })

  app.route({
    ...runBacktestRoute,
    handler: (request) => backtestChange(app, translatorOf(request), lotOf(request), request.body),
  })
}

const subjectOf = (id: string) => ({ subject_kind: 'rule_set', subject_id: id })
