import type { PlatformLot } from '@openspot/contract/platform/lots.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'

export const addressOf = ({ street, city, region }: PlatformLot): string =>
  [street, city, region].filter(Boolean).join(', ')

export const ownerNames = ({ owners }: PlatformLot): string =>
  owners.map(({ name, email }) => (email && name !== email ? `${name} (${email})` : name)).join(', ')

/** What the lot still lacks, in one sentence. */
export function gapsText(t: Translate, { gaps }: PlatformLot): string {
  if (gaps.length === 0) return t('lotReviews.nothingMissing')
  const list = new Intl.ListFormat(localeOf(t), { type: 'conjunction' }).format(
    gaps.map((gap) => t(`lotReviews.gaps.${gap}`)),
  )
  return t('lotReviews.missing', { list })
}
