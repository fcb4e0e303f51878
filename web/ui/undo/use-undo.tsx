'use client'
import { notifications } from '@mantine/notifications'
import { useTranslations } from 'use-intl'
import { UndoToast } from './undo-toast.tsx'

/** How long a toast offers to undo. */
const UNDO_MS = 10_000

/** Says what was done, and offers for ten seconds to undo it with a call that reverses it. */
export function useUndo(): {
  done: (message: string, undo: () => Promise<unknown>) => void
  failed: (error: Error) => void
} {
  const t = useTranslations()
  const failed = (error: Error) =>
    notifications.show({ color: 'red', message: t('undo.failed', { reason: error.message }) })
  return {
    failed: (error) => notifications.show({ color: 'red', message: error.message }),
    done: (message, undo) => {
      const id = notifications.show({
        autoClose: UNDO_MS,
        message: (
          <UndoToast
            message={message}
            onUndo={() => {
              notifications.hide(id)
              undo().then(() => notifications.show({ message: t('undo.undone') }), failed)
            }}
          />
        ),
      })
    },
  }
}
