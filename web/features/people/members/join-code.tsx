'use client'
import { Button, CopyButton } from '@mantine/core'
import {
  dropJoinCodeRoute,
  getJoinCodeRoute,
  rotateJoinCodeRoute,
} from '@openspot/contract/people/memberships.ts'
import { useState } from 'react'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './members.module.css'

const say = words.members.code

/** The code with which people join: shown, replaced, or turned off. */
export function JoinCode({ lot }: { lot: ConsoleLot }) {
  const input = { params: { lot_id: lot.id } }
  const answer = useApiQuery(getJoinCodeRoute, input, { client: 'admin' })
  const rotate = useApiMutation(rotateJoinCodeRoute, { client: 'admin', refresh: [getJoinCodeRoute] })
  const drop = useApiMutation(dropJoinCodeRoute, { client: 'admin', refresh: [getJoinCodeRoute] })
  const [isConfirming, setIsConfirming] = useState(false)
  const code = answer.data?.code ?? null
  const shown = code && `${code.slice(0, 5)}-${code.slice(5)}`
  const error = answer.error ?? rotate.error ?? drop.error
  return (
    <Panel title={say.title} text={say.text}>
      {error ? <Note tone="bad" title={error.message} /> : null}
      {shown ? <p className={css.code}>{shown}</p> : null}
      {answer.data && !code ? <p className={css.quiet}>{say.none}</p> : null}
      <Buttons>
        {shown ? (
          <CopyButton value={shown}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? say.copied : say.copy}
              </Button>
            )}
          </CopyButton>
        ) : null}
        {answer.data ? (
          <Button
            variant="default"
            loading={rotate.isPending}
            onClick={() => (code ? setIsConfirming(true) : rotate.mutate(input))}
          >
            {code ? say.turn : say.make}
          </Button>
        ) : null}
        {code ? (
          <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate(input)}>
            {say.drop}
          </Button>
        ) : null}
      </Buttons>
      <ConfirmDialog
        opened={isConfirming}
        title={say.turnTitle}
        text={say.turnText}
        yes={say.turn}
        no={words.common.cancel}
        isBusy={rotate.isPending}
        error={null}
        onClose={() => setIsConfirming(false)}
        onYes={() => rotate.mutate(input, { onSettled: () => setIsConfirming(false) })}
      />
    </Panel>
  )
}
