'use client'
import { Button } from '@mantine/core'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import css from '@/features/lots/spots/spots.module.css'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { BulkDialog } from './bulk-dialog.tsx'

/** Admin actions on the spots table: select spots to change them, or add more. */
export function BulkBar({
  lot,
  shown,
  chosen,
  onChoose,
}: {
  lot: ConsoleLot
  /** The IDs of the spots in the table. */
  shown: readonly string[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}) {
  const t = useTranslations()
  const [isChanging, setChanging] = useState(false)
  const none = () => onChoose(new Set())
  return (
    <div className={css.bar}>
      {chosen.size > 0 ? (
        <>
          <span aria-live="polite">{t('lotSpots.chosen', { count: chosen.size })}</span>
          <Button size="xs" onClick={() => setChanging(true)}>
            {t('lotSpots.change')}
          </Button>
          <Button size="xs" variant="default" onClick={none}>
            {t('lotSpots.chooseNone')}
          </Button>
        </>
      ) : null}
      {shown.length > chosen.size ? (
        <Button size="xs" variant="default" onClick={() => onChoose(new Set(shown))}>
          {t('lotSpots.chooseAll')}
        </Button>
      ) : null}
      <AddSpots lot_id={lot.id} />
      {isChanging ? (
        <BulkDialog
          lot={lot}
          spot_ids={[...chosen]}
          onDone={() => {
            setChanging(false)
            none()
          }}
          onClose={() => setChanging(false)}
        />
      ) : null}
    </div>
  )
}

/** A link to the page that adds spots. */
export function AddSpots({ lot_id }: { lot_id: string }) {
  const t = useTranslations()
  return (
    <Button component={Link} size="xs" variant="default" href={`/lots/${lot_id}/spots/new`}>
      {t('lotSpots.add')}
    </Button>
  )
}
