'use client'
import { Button, Modal } from '@mantine/core'
import { Note } from '@/ui/states.tsx'
import css from './confirm-dialog.module.css'

/** Confirms a removal or repetition and explains its consequences. */
export function ConfirmDialog({
  title,
  text,
  opened,
  isBusy,
  error,
  yes,
  no,
  isHarmless,
  onYes,
  onClose,
}: {
  title: string
  text: string
  opened: boolean
  isBusy: boolean
  error: { message: string } | null
  yes: string
  no: string
  /** Nothing is lost, so the button is not red. */
  isHarmless?: boolean
  onYes: () => void
  onClose: () => void
}) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <div className={css.dialog}>
        {error ? <Note tone="bad" title={error.message} /> : null}
        <p>{text}</p>
        <div className={css.buttons}>
          <Button variant="default" onClick={onClose}>
            {no}
          </Button>
          <Button {...(isHarmless ? {} : { color: 'red' })} loading={isBusy} onClick={onYes}>
            {yes}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
