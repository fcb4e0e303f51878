import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { GatedButton } from './gated-button.tsx'
import { Buttons, Fields } from './panel.tsx'
import { Note } from './states.tsx'

/** The frame of a dialog that adds or changes something: the error, the fields, and the buttons. */
export function FormDialog({
  title,
  size,
  error,
  submit,
  isBusy,
  isReady,
  why,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  size?: 'lg'
  error: { message: string } | null
  /** The text of the button that submits. */
  submit: string
  isBusy: boolean
  isReady: boolean
  /** Why it is not ready. By default, fields are empty. */
  why?: string | null
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  const t = useTranslations()
  return (
    <Modal opened onClose={onClose} title={title} {...(size ? { size } : {})}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Fields>
          {error ? <Note tone="bad" title={error.message} /> : null}
          {children}
          <Buttons>
            <GatedButton type="submit" loading={isBusy} why={isReady ? null : (why ?? t('common.why.fill'))}>
              {submit}
            </GatedButton>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
          </Buttons>
        </Fields>
      </form>
    </Modal>
  )
}
