'use client'
import { Button, CopyButton } from '@mantine/core'
import {
  dropJoinCodeRoute,
  getJoinCodeRoute,
  rotateJoinCodeRoute,
} from '@openspot/contract/people/memberships.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './members.module.css'

/** The code with which people join: shown, replaced, or turned off. */
export function JoinCode({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const input = { params: { lot_id: lot.id } }
  const answer = useApiQuery(getJoinCodeRoute, input, { client: 'admin' })
  const rotate = useApiMutation(rotateJoinCodeRoute, { client: 'admin', refresh: [getJoinCodeRoute] })
  const drop = useApiMutation(dropJoinCodeRoute, { client: 'admin', refresh: [getJoinCodeRoute] })
  const [isConfirming, setIsConfirming] = useState(false)
  const code = answer.data?.code ?? null
  const shown = code && `${code.slice(0, 5)}-${code.slice(5)}`
  const error = answer.error ?? rotate.error ?? drop.error
  return (
    <Panel title={t('members.code.title')} text={t('members.code.text')}>
      {error ? <Note tone="bad" title={error.message} /> : null}
      {shown ? <p className={css.code}>{shown}</p> : null}
      {answer.data && !code ? <p className={css.quiet}>{t('members.code.none')}</p> : null}
      <Buttons>
        {shown ? (
          <CopyButton value={shown}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? t('members.code.copied') : t('members.code.copy')}
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
            {code ? t('members.code.turn') : t('members.code.make')}
          </Button>
        ) : null}
        {code ? (
          <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate(input)}>
            {t('members.code.drop')}
          </Button>
        ) : null}
      </Buttons>
      <ConfirmDialog
        opened={isConfirming}
        title={t('members.code.turnTitle')}
        text={t('members.code.turnText')}
        yes={t('members.code.turn')}
        no={t('common.cancel')}
        isBusy={rotate.isPending}
        error={null}
        onClose={() => setIsConfirming(false)}
        onYes={() => rotate.mutate(input, { onSettled: () => setIsConfirming(false) })}
      />
    </Panel>
  )
}
