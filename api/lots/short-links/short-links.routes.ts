import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  minifyQrPngRoute,
  minifyQrSvgRoute,
  minifyRoute,
  scanShortLinkRoute,
} from '@openspot/contract/lots/qr.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { filePolicy } from '../../plugins/safe-headers.ts'
import { qrMatrix, qrPng, qrSvg } from './qr.ts'
import { codeFor, countScan, findLinkedLot, findShortLink } from './short-links.sql.ts'
import { readShortLink, readTarget, refuseTarget, shortUrl } from './target.rules.ts'

export const shortLinkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const origin = app.settings.public_url

  /** Returns the short link of a page, creating it if necessary. */
  const linkTo = async (request: FastifyRequest, url: string) => {
    const lot_id = lotOf(request)
    const known = readShortLink(url, origin)
    if (known !== null) {
      const link = await findShortLink(app.db, lot_id, known)
      return link ? { ...link, short_url: shortUrl(origin, link.code) } : refuseTarget()
    }
    const { path } = await readTarget(app.db, origin, lot_id, url)
    const target = { lot_id, path, sign_id: null }
    return makeChange(app, request, {
      lock: nothingToLock,
      write: (tx) => codeFor(tx, app.ports, target, callerOf(request).user_id),
      audit: ({ id, is_new }) => {
        const of = { subject_kind: 'short_link', subject_id: id }
        return is_new ? { action: 'short_link.create', ...of, details: { path } } : null
      },
      announces: [],
      view: ({ code }) => ({ code, short_url: shortUrl(origin, code), path }),
    })
  }

  app.route({ ...minifyRoute, handler: (request) => linkTo(request, request.query.url) })

  app.route({
    ...minifyQrPngRoute,
    handler: async (request, reply) => {
      const { short_url, code } = await linkTo(request, request.query.url)
      const bytes = await qrPng(qrMatrix(short_url), request.query.size ?? 600)
      return answerCode(reply, bytes, { type: 'image/png', disposition: `inline; filename="${code}.png"` })
    },
  })

  app.route({
    ...minifyQrSvgRoute,
    handler: async (request, reply) => {
      const { short_url, code } = await linkTo(request, request.query.url)
      const { name } = await findLinkedLot(app.db, lotOf(request))
      const bytes = qrSvg(qrMatrix(short_url), `${name}: ${short_url}`, request.query.size ?? 600)
      const disposition = `attachment; filename="${code}.svg"`
      return answerCode(reply, bytes, { type: 'image/svg+xml', disposition })
    },
  })

  app.route({
    ...scanShortLinkRoute,
    handler: async ({ params }) => {
      const path = await countScan(app.pool, params.code, app.ports.now())
      return { path: path ?? refuse('not_found') }
    },
  })
}

function answerCode(
  reply: FastifyReply,
  bytes: Buffer,
  { type, disposition }: { type: string; disposition: string },
): File {
  reply.type(type).headers({
    'content-disposition': disposition,
    'content-security-policy': filePolicy,
    'cross-origin-resource-policy': 'same-origin',
  })
  // The contract's type is what the client receives; the server sends the bytes.
  return bytes as unknown as File
}
