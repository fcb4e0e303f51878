import { type Page, readPage } from '@openspot/core/links/pages.ts'
import type { Db } from '@openspot/db/database.ts'
import { refuse } from '../../errors.ts'
import { findLinkedLot, hasSpot } from './short-links.sql.ts'

/** Parses the target of a link: one of our own pages and of this lot. Throws `request_invalid` otherwise. */
export async function readTarget(db: Db, origin: string, lot_id: string, url: string): Promise<Page> {
  const page = readPage(url, origin)
  if (!page) refuseTarget()
  const { public_id } = await findLinkedLot(db, lot_id)
  if (page.public_id !== null && page.public_id !== public_id) {
    refuse('request_invalid', { field: 'url', message: (t) => t('apiErrors.links.otherPage') })
  }
  if (page.spot_id !== null && !(await hasSpot(db, lot_id, page.spot_id))) {
    refuse('request_invalid', { field: 'url', message: (t) => t('apiErrors.lot.spotUnknown') })
  }
  return page
}

export const shortUrl = (public_url: string, code: string): string => new URL(`/q/${code}`, public_url).href

/** Returns the code of a text that is one of our short links, as a URL or a path; null if it is none. */
export function readShortLink(url: string, origin: string): string | null {
  const own = new URL(origin).origin
  const path = url.startsWith(`${own}/`) ? url.slice(own.length) : url
  return /^\/q\/([0-9A-Za-z]{1,40})$/.exec(path)?.[1] ?? null
}

export function refuseTarget(): never {
  refuse('request_invalid', { field: 'url', message: (t) => t('apiErrors.links.target') })
}
