import { type RawFile, readGeoJson } from '@openspot/core/lot-files/geojson.ts'
import type { LotTitles } from './lot-titles.ts'
import { readLotTable } from './read-lot-table.ts'

/** Whether a text is meant to be JSON, so that what is wrong in it is said of JSON, and not of a table. */
export const isJson = (text: string): boolean => /^[\uFEFF\s]*([{[]|$)/.test(text)

/** Reads the lots of a map file, of a feed, or of a table. With `splits`, each polygon of a feature is a lot of its own. */
export const readLotText = (text: string, splits: boolean, known: LotTitles): RawFile =>
  isJson(text) ? readGeoJson(text, splits) : readLotTable(text, splits, known)
