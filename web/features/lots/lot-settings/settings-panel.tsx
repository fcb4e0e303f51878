'use client'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { GatedButton } from '@/ui/gated-button.tsx'
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
          <GatedButton
            type="submit"
            loading={form.isBusy}
            why={!isReady ? t('common.why.correct') : form.isChanged ? null : t('common.why.unchanged')}
          >
            {t('common.save')}
          </GatedButton>
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
