import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createSignRoute,
  getSignScansRoute,
  getSignSheetRoute,
  listSignsRoute,
  replaceSignRoute,
  type Sign,
  takeDownSignRoute,
} from '@openspot/contract/lots/signs.ts'
import { readPage } from '@openspot/core/links/pages.ts'
import { paperIn } from '@openspot/core/paper.ts'
import { languageOf } from '@openspot/core/text/locales.ts'
import { formatDate } from '@openspot/core/time/format.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { lockLimit } from '../../limits.sql.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { readName, refuseTaken } from '../../names.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { codeFor, findLinkedLot } from '../short-links/short-links.sql.ts'
import { readTarget, shortUrl } from '../short-links/target.rules.ts'
import { makeSignSheet } from './sheet.ts'
import { insertSign, listPaths, listScans, listSigns, lockSign, updateSign } from './signs.sql.ts'

const MAX_SIGNS = 500

export const signRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { public_url } = app.settings
  const todayOf = async (lot_id: string) =>
    localDate((await findLinkedLot(app.db, lot_id)).time_zone, minutesOf(app.ports.now().toISOString()))
  const list = async (request: FastifyRequest, sign_id: string | null = null): Promise<Sign[]> => {
    const lot_id = lotOf(request)
    return listSigns(app.db, { lot_id, sign_id, today: await todayOf(lot_id), public_url })
  }
  const one = async (request: FastifyRequest, sign_id: string) =>
    (await list(request, sign_id))[0] ?? refuse('not_found')

  app.route({ ...listSignsRoute, handler: async (request) => ({ items: await list(request) }) })

  app.route({
    ...createSignRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const place = readName(request.body.place, 80, 'place')
      const { path } = await readTarget(app.db, public_url, lot_id, request.body.url)
      const id = app.ports.id()
      const at = app.ports.now().toISOString()
      reply.status(201)
      return refuseTaken('signs_place', 'place', () =>
        makeChange(app, request, {
          lock: (tx) => lockLimit(tx, 'signs', lot_id),
          write: async (tx) => {
            const known = await listPaths(tx, lot_id)
            if (known.length >= MAX_SIGNS) refuse('sign_limit')
            await insertSign(tx, { id, lot_id, place, printed_path: path, created_at: at, hung_at: at })
            await codeFor(tx, app.ports, { lot_id, path, sign_id: id }, callerOf(request).user_id)
          },
          audit: () => ({ action: 'sign.create', ...subjectOf(id), details: { place, path } }),
          announces: [],
          view: () => one(request, id),
        }),
      )
    },
  })

  app.route({
    ...replaceSignRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const id = request.params.sign_id
      return makeChange(app, request, {
        lock: (tx) => lockSign(tx, lot_id, id),
        write: async (tx, { printed_path }) => {
          const path = (await listPaths(tx, lot_id)).find((sign) => sign.id === id)?.path ?? printed_path
          await codeFor(tx, app.ports, { lot_id, path, sign_id: id }, callerOf(request).user_id)
          const hung_at = app.ports.now().toISOString()
          await updateSign(tx, lot_id, id, { printed_path: path, hung_at })
          return path
        },
        audit: (path, { printed_path }) => ({
          action: 'sign.replace',
          ...subjectOf(id),
          details: { before: printed_path, after: path },
        }),
        announces: [],
        view: () => one(request, id),
      })
    },
  })

  app.route({
    ...takeDownSignRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const id = request.params.sign_id
      reply.status(204)
      return makeChange(app, request, {
        lock: (tx) => lockSign(tx, lot_id, id),
        write: (tx) => updateSign(tx, lot_id, id, { taken_down_at: app.ports.now().toISOString() }),
        audit: (_, { place }) => ({ action: 'sign.take_down', ...subjectOf(id), details: { place } }),
        announces: [],
        view: () => null,
      })
    },
  })

  app.route({
    ...getSignScansRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      return { items: await listScans(app.db, lot_id, request.params.sign_id, await todayOf(lot_id)) }
    },
  })

  app.route({
    ...getSignSheetRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { layout, sign_ids } = request.query
      const wanted = sign_ids?.split(',')
      const lot = await findLinkedLot(app.db, lot_id)
      const made_at = app.ports.now().toISOString()
      // Signs are for all who pass by, so they are in the language of the lot and not of the person who prints them.
      const t = translatorFor(languageOf(lot.language) === 'en' ? `en-${lot.country}` : lot.language)
      const date = formatDate(made_at, { zone: lot.time_zone, locale: localeOf(t) })
      const signs = await makeChange(app, request, {
        lock: nothingToLock,
        // Prints the signs with their codes, and makes those that are missing.
        write: async (tx) => {
          const known = await listPaths(tx, lot_id)
          const chosen = wanted ? wanted.map((id) => known.find((sign) => sign.id === id)) : known
          const printed = []
          for (const sign of chosen) {
            if (!sign)
              refuse('request_invalid', {
                field: 'sign_ids',
                message: (t) => t('apiErrors.lot.signUnknown'),
              })
            const { id, place, path, spot_label } = sign
            const { code } = await codeFor(
              tx,
              app.ports,
              { lot_id, path, sign_id: id },
              callerOf(request).user_id,
            )
            const call = t(`signSheet.call.${readPage(path, public_url)?.kind ?? 'LOT'}`)
            const url = shortUrl(public_url, code)
            printed.push({
              lot_name: lot.name,
              call,
              spot_label,
              url,
              place: t('signSheet.place', { place, date }),
            })
          }
          return printed
        },
        audit: () => null,
        announces: [],
        view: (printed) => printed,
      })
      if (signs.length === 0) refuse('no_signs')
      const bytes = await makeSignSheet(t, signs, {
        layout,
        title: t('signSheet.title', { lot: lot.name }),
        made_at,
        paper: paperIn(lot.country),
      })
      reply.type('application/pdf').header('content-disposition', 'inline; filename="signs.pdf"')
      // The contract's type is what the client receives; the server sends the bytes.
      return bytes as unknown as File
    },
  })
}

const subjectOf = (id: string) => ({ subject_kind: 'sign', subject_id: id })
