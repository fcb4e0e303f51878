'use client'
import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './act-dialog.module.css'

/** The layout of a staff action: its consequences, its fields, and its button. */
export function ActDialog({
  title,
  text,
  fault,
  go,
  no,
  isBusy,
  isDanger,
  isReady,
  why,
  onGo,
  onClose,
  children,
}: {
  title: string
  /** The consequences of the action. */
  text: ReactNode
  /** An error that belongs to no field. */
  fault: string | null
  go: string
  no?: string
  isBusy: boolean
  isDanger?: boolean
  isReady: boolean
  /** Why it is not ready. By default, fields are empty. */
  why?: string | null
  onGo: () => void
  onClose: () => void
  children: ReactNode
}) {
  const t = useTranslations()
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          onGo()
        }}
      >
        {fault ? <Note tone="bad" title={fault} /> : null}
        <p>{text}</p>
        {children}
        <Buttons>
          <GatedButton
            type="submit"
            loading={isBusy}
            why={isReady ? null : (why ?? t('common.why.fill'))}
            {...(isDanger ? { color: 'red' } : {})}
          >
            {go}
          </GatedButton>
          <Button variant="default" onClick={onClose}>
            {no ?? t('common.cancel')}
          </Button>
        </Buttons>
      </form>
    </Modal>
  )
}
