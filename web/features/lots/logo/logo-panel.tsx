'use client'
import { Button, FileButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { deleteLogoRoute, setLogoRoute } from '@openspot/contract/lots/files.ts'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import { pictureTypes } from '@openspot/core/files/limits.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { pictureForm } from '@/lib/picture-form.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './logo.module.css'

/** Shows, replaces, or removes the logo of a lot. */
export function LogoPanel({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const params = { lot_id: lot.id }
  const answer = useApiQuery(getLotRoute, { params }, { client: 'admin' })
  const [isConfirming, setIsConfirming] = useState(false)
  const set = useApiMutation(setLogoRoute, { client: 'admin', refresh: [getLotRoute] })
  const remove = useApiMutation(deleteLogoRoute, { client: 'admin', refresh: [getLotRoute] })
  const url = answer.data?.logo_url ?? null
  const send = async (file: File | null) => {
    if (!file) return
    set.mutate(
      { params, body: await pictureForm(file) },
      { onSuccess: () => notifications.show({ message: t('logo.set') }) },
    )
  }
  return (
    <Panel title={t('logo.panel')} text={t('logo.limits')}>
      {set.error ? <Note tone="bad" title={set.error.message} /> : null}
      <QueryState answer={answer} rows={1} />
      {answer.data && url === null ? <p className={css.none}>{t('logo.none')}</p> : null}
      {url === null ? null : (
        // oxlint-disable-next-line next/no-img-element -- our own picture, small and encoded already
        <img src={url} alt={t('logo.alt', { name: lot.name })} className={css.logo} />
      )}
      <Buttons>
        <FileButton accept={pictureTypes.join(',')} onChange={(file) => void send(file)}>
          {(props) => (
            <Button {...props} loading={set.isPending}>
              {url === null ? t('logo.choose') : t('logo.another')}
            </Button>
          )}
        </FileButton>
        {url === null ? null : (
          <Button variant="default" onClick={() => setIsConfirming(true)}>
            {t('common.remove')}
          </Button>
        )}
      </Buttons>
      <ConfirmDialog
        title={t('logo.removeTitle')}
        text={t('logo.removeText')}
        opened={isConfirming}
        isBusy={remove.isPending}
        error={remove.error}
        yes={t('common.remove')}
        no={t('logo.keep')}
        onClose={() => setIsConfirming(false)}
        onYes={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () => {
                setIsConfirming(false)
                notifications.show({ message: t('logo.removed') })
              },
            },
          )
        }
      />
    </Panel>
  )
}
