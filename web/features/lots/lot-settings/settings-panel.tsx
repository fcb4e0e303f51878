'use client'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Buttons, Fields, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './lot-settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'

/** A card of settings that are saved together. */
export function SettingsPanel({
  title,
  text,
  form,
  isReady = true,
  children,
}: {
  title: string
  text?: string
  form: SettingsForm
  isReady?: boolean
  children: ReactNode
}) {
  const t = useTranslations()
  return (
    <Panel title={title} text={text}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.save()
        }}
      >
        {form.fault ? (
          <Note tone={form.isOlder ? 'mark' : 'bad'} title={form.fault}>
            {form.isOlder ? (
              <Buttons>
                <Button size="xs" variant="default" onClick={() => void form.reread()}>
                  {t('lotSettings.reload')}
                </Button>
              </Buttons>
            ) : null}
          </Note>
        ) : null}
        <Fields>{children}</Fields>
        <Buttons>
          <Button type="submit" loading={form.isBusy} disabled={!form.isChanged || !isReady}>
            {t('common.save')}
          </Button>
          {form.isChanged ? (
            <Button variant="default" onClick={form.discard}>
              {t('lotSettings.discard')}
            </Button>
          ) : null}
        </Buttons>
      </form>
    </Panel>
  )
}
