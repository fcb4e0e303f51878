import type { FileReason, Place } from '@openspot/core/lot-files/file-reasons.ts'
import type { Outcome } from '@openspot/core/lot-files/outcomes.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { reasonText } from './reason-text.ts'
import { localeOf, type Translate } from './translate.ts'

/** Names a feature of a file with lots by its number or its row: "feature 17", "feature 1, polygon 3", "row 4". */
export function filePlaceText(t: Translate, { number, part, parts, row_no }: Place): string {
  if (row_no !== undefined)
    return parts > 1
      ? t('lotFiles.rowPolygon', { number: row_no, part })
      : t('lotFiles.row', { number: row_no })
  return parts > 1 ? t('lotFiles.polygon', { number, part }) : t('lotFiles.feature', { number })
}

/** Names a lot without a name in its file, by its number in it and the city, if one is near. */
export const fileLotName = (t: Translate, number: number, city: string | null): string =>
  city === null ? t('lotFiles.lot', { number }) : t('lotFiles.lotIn', { number, city })

/** Names what an outcome is about: a property as the file has it, or what the file does not name. */
export const filePropertyText = (t: Translate, { property }: Pick<Outcome, 'property'>): string =>
  typeof property === 'string' ? property : t(`lotFiles.own.${property.own}`)

/** Writes what happened to a part of a file with lots in the reader's language. */
export function fileReasonText(t: Translate, reason: FileReason): string {
  switch (reason.code) {
    case 'feature_given':
      return t('lotFiles.reasons.feature_given', { feature: t(`spot.features.${reason.feature}`) })
    case 'other_amenity':
    case 'no_cars':
      return t(`lotFiles.reasons.${reason.code}`, { amenity: reason.amenity })
    case 'point_spots':
      return t('lotFiles.reasons.point_spots', { count: reason.count })
    case 'not_listed':
    case 'several_polygons':
      return t(`lotFiles.reasons.${reason.code}`, { count: reason.count })
    case 'spots_at_most':
    case 'spots_cut':
    case 'text_at_most':
      return t(`lotFiles.reasons.${reason.code}`, { max: reason.max })
    case 'cells':
      return t('apiErrors.rows.cellCount', { count: reason.count, columns: reason.columns })
    case 'no_table':
      return t('apiErrors.tables.unreadable', { reason: reason.detail })
    case 'geometry_wrong':
      return t('lotFiles.reasons.geometry_wrong', { type: reason.type })
    case 'no_outline': {
      const fault = reason.fault.code === 'crosses_itself' ? 'crosses_itself' : 'other'
      return t(`apiErrors.lot.outline.${fault}`)
    }
    case 'no_text':
    case 'price_kind':
    case 'price_negative':
    case 'price_words': {
      const { code, property, value } = reason
      return t(`lotFiles.reasons.${code}`, { property, value })
    }
    case 'price_unread': {
      const { property, value } = reason
      return t('lotFiles.reasons.price_unread', { property, value, reason: reasonText(t, reason.reason) })
    }
    case 'price_at_most': {
      const { property, value, max_cents, currency } = reason
      const max = formatMoney(max_cents, currency, localeOf(t))
      return t('lotFiles.reasons.price_at_most', { property, value, max })
    }
    case 'same':
      return t('lotFiles.reasons.same', { feature: filePlaceText(t, reason) })
    case 'spots_unread':
      return t('lotFiles.reasons.spots_unread', { value: reason.value })
    case 'text_too_long':
      return t('lotFiles.reasons.text_too_long', { property: reason.property, max: reason.max })
    case 'too_many_spots':
      return t('lotFiles.reasons.too_many_spots', { value: reason.value, max: reason.max })
    case 'sliver':
      return t('lotFiles.reasons.sliver', { area: reason.area_m2 })
    case 'too_detailed':
      return t('lotFiles.reasons.too_detailed', {
        corners: reason.corners,
        area: reason.area_m2 / 1_000_000,
      })
    case 'spots_of_all':
      return t('lotFiles.reasons.spots_of_all', { count: reason.count, parts: reason.parts })
    default:
      return t(`lotFiles.reasons.${reason.code}`)
  }
}
