import type { Place } from '@openspot/contract/lots/lots.ts'
import { useTranslations } from 'use-intl'
import { Note } from '@/ui/states.tsx'

export type FoundPlace = Pick<Place, 'kind' | 'name' | 'detail'>

/** The kinds of places that are so large that their middle is not near the lot. */
const large = new Set<Place['kind']>(['POSTAL_CODE', 'CITY', 'NEIGHBORHOOD'])

/** Says where the pin was placed, and that it must be dragged if only the surroundings of the lot are known. */
export function FoundNote({ found }: { found: FoundPlace | 'NOTHING' | null }) {
  const t = useTranslations()
  if (found === null) return null
  if (found === 'NOTHING') {
    return <Note title={t('lotSettings.found.nothing')}>{t('lotSettings.found.nothingText')}</Note>
  }
  const place = [found.name, found.detail].filter(Boolean).join(', ')
  return large.has(found.kind) ? (
    <Note title={t('lotSettings.found.around', { place })}>{t('lotSettings.found.aroundText')}</Note>
  ) : (
    <Note tone="plain" title={t('lotSettings.found.near', { place })}>
      {t('lotSettings.found.nearText')}
    </Note>
  )
}
