'use client'
import { Button, FileButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { deleteLogoRoute, setLogoRoute } from '@openspot/contract/lots/files.ts'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import { pictureTypes } from '@openspot/core/files/limits.ts'
import { useState } from 'react'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { pictureForm } from '@/lib/picture-form.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './logo.module.css'

const say = words.logo

/** Shows, replaces, or removes the logo of a lot. */
export function LogoPanel({ lot }: { lot: ConsoleLot }) {
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
      { onSuccess: () => notifications.show({ message: say.set }) },
    )
  }
  return (
    <Panel title={say.panel} text={say.limits}>
      {set.error ? <Note tone="bad" title={set.error.message} /> : null}
      <QueryState answer={answer} rows={1} />
      {answer.data && url === null ? <p className={css.none}>{say.none}</p> : null}
      {url === null ? null : (
        // oxlint-disable-next-line next/no-img-element -- our own picture, small and encoded already
        <img src={url} alt={say.alt(lot.name)} className={css.logo} />
      )}
      <Buttons>
        <FileButton accept={pictureTypes.join(',')} onChange={(file) => void send(file)}>
          {(props) => (
            <Button {...props} loading={set.isPending}>
              {url === null ? say.choose : say.another}
            </Button>
          )}
        </FileButton>
        {url === null ? null : (
          <Button variant="default" onClick={() => setIsConfirming(true)}>
            {words.common.remove}
          </Button>
        )}
      </Buttons>
      <ConfirmDialog
        title={say.removeTitle}
        text={say.removeText}
        opened={isConfirming}
        isBusy={remove.isPending}
        error={remove.error}
        yes={words.common.remove}
        no={say.keep}
        onClose={() => setIsConfirming(false)}
        onYes={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () => {
                setIsConfirming(false)
                notifications.show({ message: say.removed })
              },
            },
          )
        }
      />
    </Panel>
  )
}
