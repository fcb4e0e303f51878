import type { ResidentImport } from '@openspot/contract/people/resident-imports.ts'
import { formatInstant } from '@openspot/core/time/format.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { Note } from '@/ui/states.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import css from './residents.module.css'

/** What the system said while an import read it, and what to do about it. */
export function VendorWarnings({ lot, of: { warnings } }: { lot: ConsoleLot; of: ResidentImport }) {
  const t = useTranslations()
  const time = useTimeFormat(lot.time_zone)
  if (warnings.length === 0) return null
  const namesProperty = new Set(warnings.map(({ property_id }) => property_id)).size > 1
  const textOf = ({ code, text: message, property_id: property }: ResidentImport['warnings'][number]) => {
    const text =
      code === 'STALE_FILE'
        ? t('residents.import.warnings.STALE_FILE', { when: formatInstant(message, time, false) })
        : t(`residents.import.warnings.${code}`, { message })
    return namesProperty ? t('residents.import.warnings.ofProperty', { property, text }) : text
  }
  const lines = [...new Set(warnings.map(textOf))]
  return (
    <Note tone="plain" title={t('residents.import.warnings.title', { count: lines.length })}>
      <ul className={css.list}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Note>
  )
}
