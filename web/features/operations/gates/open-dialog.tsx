import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActDialog } from '@/ui/act-dialog.tsx'
import type { Opening } from '@/ui/gate/use-open-gate.ts'

/** Asks staff why they open a gate. */
export function OpenDialog({
  name,
  opening,
  onClose,
}: {
  name: string
  opening: Opening
  onClose: () => void
}) {
  const t = useTranslations()
  const [note, setNote] = useState('')
  return (
    <ActDialog
      title={t('gates.open.title', { name })}
      text={t('gates.open.text')}
      fault={null}
      go={t('gates.open.button')}
      isBusy={false}
      isReady={note.trim() !== ''}
      onGo={() => {
        opening.request(note.trim())
        onClose()
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('gates.open.note')}
        placeholder={t('gates.open.noteHint')}
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ActDialog>
  )
}
