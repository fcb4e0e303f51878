'use client'
import { Button } from '@mantine/core'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import css from '@/features/lots/spots/spots.module.css'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { RelabelDialog } from './relabel-dialog.tsx'
import { RemoveSpotsDialog } from './remove-spots-dialog.tsx'

/** Admin actions on the spots table: select spots to change them, or add more. */
export function BulkBar({
  lot,
  shown,
  chosen,
  onChoose,
}: {
  lot: ConsoleLot
  /** The spots in the table. */
  shown: readonly { id: string; label: string }[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}) {
  const t = useTranslations()
  const [open, setOpen] = useState<'change' | 'relabel' | 'remove' | null>(null)
  const none = () => onChoose(new Set())
  return (
    <div className={css.bar}>
      {chosen.size > 0 ? (
        <>
          <span aria-live="polite">{t('lotSpots.chosen', { count: chosen.size })}</span>
          <Button size="xs" onClick={() => setOpen('change')}>
            {t('lotSpots.change')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('relabel')}>
            {t('lotSpots.relabel.button')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('remove')}>
            {t('lotSpots.removeMany.button')}
          </Button>
          <Button size="xs" variant="default" onClick={none}>
            {t('lotSpots.chooseNone')}
          </Button>
        </>
      ) : null}
      {shown.length > chosen.size ? (
        <Button size="xs" variant="default" onClick={() => onChoose(new Set(shown.map(({ id }) => id)))}>
          {t('lotSpots.chooseAll')}
        </Button>
      ) : null}
      <AddSpots lot_id={lot.id} />
      {open === 'change' ? (
        <BulkDialog
          lot={lot}
          spot_ids={[...chosen]}
          onDone={() => {
            setOpen(null)
            none()
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'remove' ? (
        <RemoveSpotsDialog
          lot={lot}
          spots={shown.filter(({ id }) => chosen.has(id))}
          onDone={() => {
            setOpen(null)
            none()
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'relabel' ? (
        <RelabelDialog
          spots={shown.filter(({ id }) => chosen.has(id))}
          onDone={() => {
            setOpen(null)
            none()
          }}
          onClose={() => setOpen(null)}
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
