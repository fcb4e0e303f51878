import { findRequestedLocale, findSameLocale } from '@openspot/messages/locales.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the translator for who made a request: in the language of their account, then in that of the cookie with a
 * reader's choice, then in one of their browser. Before the caller is known, their account does not count.
 */
export const translatorOf = (request: Pick<FastifyRequest, 'headers' | 'caller'>): Translate =>
  translatorFor(
    findSameLocale(request.caller?.language ?? null) ?? findRequestedLocale(request.headers) ?? null,
  )
