import { Button } from '@mantine/core'
import type { ResidentImport } from '@openspot/contract/people/resident-imports.ts'
import { formatInstant } from '@openspot/core/time/format.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { Panel } from '@/ui/panel.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import { importTone, stageText } from './import-text.ts'
import { importPath } from './resident-paths.ts'
import css from './residents.module.css'

const SHOWN = 6

/** The last imports of a data source. */
export function ImportsPanel({ lot, imports }: { lot: ConsoleLot; imports: readonly ResidentImport[] }) {
  const t = useTranslations()
  const time = useTimeFormat(lot.time_zone)
  const [isAll, setIsAll] = useState(false)
  const shown = isAll ? imports : imports.slice(0, SHOWN)
  return (
    <Panel title={t('residents.imports.title')}>
      {imports.length === 0 ? <p className={css.quiet}>{t('residents.statuses.imports.NOT_FOUND')}</p> : null}
      {shown.length > 0 ? (
        <ul className={css.imports}>
          {shown.map((one) => (
            <li key={one.id}>
              <Link href={importPath(lot.id, one.id)}>{formatInstant(one.created_at, time)}</Link>
              <StatusWord tone={importTone(one)}>{stageText(t, one)}</StatusWord>
              {one.stage === 'DONE' && one.status === 'SUCCESS' ? (
                <span className={css.quiet}>
                  {t('residents.imports.summary', countsOf(one))}
                  {one.rows_waiting > 0
                    ? ` · ${t('residents.imports.waiting', { count: one.rows_waiting })}`
                    : null}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {imports.length > shown.length ? (
        <div>
          <Button variant="default" size="sm" onClick={() => setIsAll(true)}>
            {t('residents.imports.more')}
          </Button>
        </div>
      ) : null}
    </Panel>
  )
}

const countsOf = ({ action_counts: counts }: ResidentImport) => ({
  created: counts['CREATE'] ?? 0,
  changed: (counts['UPDATE'] ?? 0) + (counts['LINK'] ?? 0),
  ended: counts['END'] ?? 0,
})
