'use client'
import { Kbd, Modal, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { areShortcutsOn, setShortcutsOn } from '@/lib/shortcuts.ts'
import css from './shortcuts.module.css'

export interface ShortcutRow {
  /** Pressed together. */
  combined?: boolean
  keys: readonly string[]
  label: string
}

/** The list of the shortcuts of this screen, where they can be turned off. */
export function ShortcutsDialog({ rows, onClose }: { rows: readonly ShortcutRow[]; onClose: () => void }) {
  const t = useTranslations()
  const [isOn, setOn] = useState(areShortcutsOn)
  return (
    <Modal opened onClose={onClose} title={t('shortcuts.title')}>
      <div className={css.dialog}>
        <Switch
          label={t('shortcuts.on')}
          description={t('shortcuts.onText')}
          checked={isOn}
          onChange={(event) => {
            setShortcutsOn(event.currentTarget.checked)
            setOn(event.currentTarget.checked)
          }}
        />
        <dl className={css.rows}>
          {rows.map(({ keys, label, combined }) => (
            <div key={label} data-off={(!isOn && !combined) || undefined}>
              <dt>{label}</dt>
              <dd translate="no">
                {keys.map((key, index) => (
                  <span key={key}>
                    {index > 0 ? (
                      <span className={css.then}>{combined ? '+' : t('shortcuts.then')}</span>
                    ) : null}
                    <Kbd>{key}</Kbd>
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Modal>
  )
}
