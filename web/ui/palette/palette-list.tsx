'use client'
import { Combobox } from '@mantine/core'
import { useEffect, useId } from 'react'
import { useTranslations } from 'use-intl'
import css from './palette.module.css'
import type { PaletteGroup } from './palette-items.ts'

/** The choices by group, or why there are none. */
export function PaletteList({
  q,
  groups,
  isSearching,
  failure,
  onListed,
}: {
  q: string
  groups: readonly PaletteGroup[]
  isSearching: boolean
  failure: string | null
  /** Called once the list has its ID: only if the field is drawn again does it name the list to screen readers. */
  onListed: () => void
}) {
  const t = useTranslations()
  // Without one of ours, the list changes its ID after it is drawn.
  const id = useId()
  useEffect(onListed, [onListed])
  return (
    <>
      {failure === null ? null : <p className={css.failure}>{t('palette.failed', { reason: failure })}</p>}
      <Combobox.Options id={id} className={css.list ?? ''} aria-label={t('palette.results')}>
        {groups.map(({ id: group, items }) => (
          <Combobox.Group key={group} label={t(`palette.groups.${group}`)}>
            {items.map((item) => (
              <Combobox.Option key={item.id} value={item.id} className={css.option ?? ''}>
                <span className={css.label}>{item.label}</span>
                {item.hint === undefined ? null : <span className={css.hint}>{item.hint}</span>}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
        {groups.length === 0 && !isSearching ? (
          <Combobox.Empty>
            <span className={css.label}>{t('palette.none', { q })}</span>
            <span className={css.hint}>{t('palette.noneText')}</span>
          </Combobox.Empty>
        ) : null}
      </Combobox.Options>
      {isSearching ? <p className={css.hint}>{t('palette.searching')}</p> : null}
    </>
  )
}
