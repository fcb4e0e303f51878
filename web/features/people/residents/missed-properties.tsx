import { Button } from '@mantine/core'
import type { ResidentImport } from '@openspot/contract/people/resident-imports.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { Note } from '@/ui/states.tsx'
import { sourcePath } from './resident-paths.ts'
import css from './residents.module.css'

/** The properties that an import could not read, each with its reason and what to do about it. */
export function MissedProperties({ lot, of }: { lot: ConsoleLot; of: ResidentImport }) {
  const t = useTranslations()
  const { missed_properties, missed = [] } = of
  if (missed_properties.length === 0) return null
  if (missed.length === 0) {
    const properties = missed_properties.join(t('common.comma'))
    return (
      <Note title={t('residents.import.incomplete')}>
        <p>{t('residents.import.incompleteText', { properties })}</p>
      </Note>
    )
  }
  return (
    <Note title={t('residents.import.incomplete')}>
      <ul className={css.list}>
        {missed.map(({ property_id, name, failure, text }) => (
          <li key={property_id}>
            {t(`residents.import.missed.${failure}`, { property: name })}
            {text === '' ? null : ` ${t('residents.import.failed.said', { message: text })}`}
          </li>
        ))}
      </ul>
      <p>{t('residents.import.missed.text')}</p>
      <Button component={Link} variant="default" href={sourcePath(lot.id, of.data_source_id)}>
        {t('residents.import.failed.toSource')}
      </Button>
    </Note>
  )
}
