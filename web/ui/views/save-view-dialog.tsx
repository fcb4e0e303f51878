'use client'
import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listSavedViewsRoute, type SavedView, saveViewRoute } from '@openspot/contract/people/saved-views.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'

/** Saves the current filter, order, and columns under a name. */
export function SaveViewDialog({
  lot_id,
  view,
  names,
  onClose,
}: {
  lot_id: string
  view: Omit<SavedView, 'id' | 'name'>
  /** The names of the saved views; one with the same name is replaced. */
  names: readonly string[]
  onClose: () => void
}) {
  const t = useTranslations()
  const [name, setName] = useState('')
  const save = useApiMutation(saveViewRoute, { client: 'admin', refresh: [listSavedViewsRoute] })
  const field = fieldOf(save.error)
  const trimmed = name.trim()
  const replaces = names.some((one) => one.toLowerCase() === trimmed.toLowerCase())
  return (
    <ActDialog
      title={t('views.saveTitle')}
      text={t('views.saveText')}
      fault={save.error && field?.field !== 'name' ? save.error.message : null}
      go={replaces ? t('views.replace') : t('views.saveGo')}
      isBusy={save.isPending}
      isReady={trimmed !== ''}
      onGo={() =>
        save.mutate(
          { params: { lot_id }, body: { ...view, name: trimmed } },
          {
            onSuccess: (saved) => {
              notifications.show({ message: t('views.saved', { name: saved.name }) })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <TextInput
        label={t('views.name')}
        maxLength={60}
        data-autofocus
        value={name}
        description={replaces ? t('views.replaceText') : null}
        error={field?.field === 'name' ? field.message : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ActDialog>
  )
}
