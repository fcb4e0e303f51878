import { isOneOf } from '@openspot/core/enums.ts'
import { one } from './when.ts'

/** The pages of a lot's console that lead to its public pages. */
const previewSections = ['setup', 'settings', 'cameras'] as const

/** From where staff opened a public page of their lot, so that it leads back there. */
export interface Preview {
  lot_id: string
  section: (typeof previewSections)[number]
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const previewPath = (path: string, { lot_id, section }: Preview): string =>
  `${path}?${new URLSearchParams({ preview: section, lot: lot_id })}`

export function readPreview(query: Partial<Record<string, string | string[]>>): Preview | null {
  const section = one(query['preview'])
  const lot_id = one(query['lot'])
  return isOneOf(previewSections, section) && uuid.test(lot_id) ? { lot_id, section } : null
}

/** Where a preview was opened. */
export const previewedFrom = ({ lot_id, section }: Preview): string =>
  `/lots/${lot_id}/${section}${section === 'settings' ? '?tab=links' : ''}`
