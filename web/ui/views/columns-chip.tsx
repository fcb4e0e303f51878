'use client'
import { Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Column } from '@/ui/data-table.tsx'
import { PanelChip } from '@/ui/panel-chip.tsx'
import css from './views.module.css'

/** Chooses which columns a table shows. */
export function ColumnsChip<Row>({
  all,
  shown,
  onChange,
}: {
  all: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  /** Null: all of them. */
  onChange: (keys: readonly string[] | null) => void
}) {
  const t = useTranslations()
  const keys = new Set(shown.map(({ key }) => key))
  const toggle = (key: string) => {
    const next = all.filter((column) => (column.key === key ? !keys.has(key) : keys.has(column.key)))
    onChange(next.length === all.length ? null : next.map((column) => column.key))
  }
  return (
    <PanelChip
      label={t('views.columns')}
      value={
        shown.length === all.length
          ? t('views.columns')
          : t('views.someColumns', { shown: shown.length, all: all.length })
      }
      isOn={shown.length < all.length}
      onClear={() => onChange(null)}
    >
      {() => (
        <fieldset className={css.columns}>
          <legend>{t('views.columns')}</legend>
          {all.map(({ key, head }, index) => (
            <Checkbox
              key={key}
              label={head}
              checked={keys.has(key)}
              disabled={index === 0}
              onChange={() => toggle(key)}
            />
          ))}
        </fieldset>
      )}
    </PanelChip>
  )
}
