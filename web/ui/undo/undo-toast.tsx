'use client'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import css from './undo.module.css'

/** Says what was done, with a way to undo it. */
export function UndoToast({ message, onUndo }: { message: string; onUndo: () => void }) {
  const t = useTranslations()
  return (
    <span className={css.toast}>
      <span>{message}</span>
      <Button variant="default" size="compact-sm" onClick={onUndo}>
        {t('undo.undo')}
      </Button>
    </span>
  )
}
