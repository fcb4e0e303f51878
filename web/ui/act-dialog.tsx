'use client'
import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
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
          <Button type="submit" loading={isBusy} disabled={!isReady} {...(isDanger ? { color: 'red' } : {})}>
            {go}
          </Button>
          <Button variant="default" onClick={onClose}>
            {no ?? t('common.cancel')}
          </Button>
        </Buttons>
      </form>
    </Modal>
  )
}
