import type { Translate } from '@openspot/messages/translate.ts'

/** Says which fields a form lacks, by their labels; null if none. */
export function missingText(
  t: Translate,
  fields: readonly (readonly [label: string, isThere: boolean])[],
): string | null {
  const missing = fields.filter(([, isThere]) => !isThere).map(([label]) => label)
  return missing.length === 0 ? null : t('common.why.missing', { fields: missing.join(t('common.comma')) })
}
