'use client'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { DataTable } from '@/ui/data-table.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './edit-conflict.module.css'

/** A value of a form as it is shown: its label and its text. */
export type ShownValue = readonly [label: string, text: string]

/** Says what someone else saved since an edit began, and lets its reader reload or save again. */
export function EditConflict({
  original,
  current,
  isBusy,
  onReload,
  onAgain,
}: {
  /** The same values in the same order, when the edit began and now. */
  original: readonly ShownValue[]
  current: readonly ShownValue[]
  isBusy: boolean
  onReload: () => void
  onAgain: () => void
}) {
  const t = useTranslations()
  const was = new Map(original)
  const is = new Map(current)
  const rows = [...new Set([...was.keys(), ...is.keys()])]
    .map((label) => ({ label, before: was.get(label) ?? '', now: is.get(label) ?? '' }))
    .filter(({ before, now }) => before !== now)
  const shown = (text: string) => text || t('editConflict.none')
  return (
    <Note tone="mark" title={t('editConflict.title')}>
      <div className={css.body}>
        <p>{rows.length > 0 ? t('editConflict.text') : t('editConflict.same')}</p>
        {rows.length > 0 ? (
          <DataTable
            label={t('editConflict.title')}
            columns={[
              { key: 'field', head: t('editConflict.field'), cell: ({ label }) => label },
              { key: 'before', head: t('editConflict.before'), cell: ({ before }) => shown(before) },
              { key: 'now', head: t('editConflict.now'), cell: ({ now }) => shown(now) },
            ]}
            rows={rows}
            keyOf={({ label }) => label}
          />
        ) : null}
        <Buttons>
          <Button size="xs" variant="default" onClick={onReload}>
            {t('editConflict.reload')}
          </Button>
          <Button size="xs" variant="default" loading={isBusy} onClick={onAgain}>
            {t('editConflict.again')}
          </Button>
        </Buttons>
      </div>
    </Note>
  )
}
