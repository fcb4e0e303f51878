'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { deleteRedirectRoute, listRedirectsRoute, type Redirect } from '@openspot/contract/lots/redirects.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { AddRedirectDialog } from './add-redirect-dialog.tsx'
import css from './lot-settings.module.css'

const redirectColumns = (
  t: Translate,
  zone: string,
  onEnd: (redirect: Redirect) => void,
): Column<Redirect>[] => [
  { key: 'from', head: t('lotSettings.redirects.from'), cell: ({ from }) => from.name },
  {
    key: 'since',
    head: t('lotSettings.redirects.since'),
    cell: ({ created_at }) => <Moment at={created_at} zone={zone} />,
  },
  { key: 'by', head: t('lotSettings.redirects.by'), cell: ({ created_by }) => created_by },
  {
    key: 'end',
    head: t('lotSettings.redirects.end'),
    cell: (redirect) => (
      <Button
        size="xs"
        variant="default"
        aria-label={t('lotSettings.redirects.endOf', { name: redirect.from.name })}
        onClick={() => onEnd(redirect)}
      >
        {t('lotSettings.redirects.end')}
      </Button>
    ),
  },
]

/** Where this lot redirects its visitors, and which lots redirect here. Either side can end a redirect. */
export function Redirects({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const answer = useApiQuery(listRedirectsRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<Redirect | null>(null)
  const { items = [], sends_to = null } = answer.data ?? {}
  return (
    <Panel
      title={t('lotSettings.redirects.title')}
      text={t(lot.role === null ? 'lotSettings.redirects.platformText' : 'lotSettings.redirects.text')}
      action={
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('lotSettings.redirects.add')}
        </Button>
      }
    >
      <QueryState answer={answer} rows={2} />
      {answer.data ? (
        <div className={css.list}>
          {sends_to ? (
            <Note title={t('lotSettings.redirects.sendsTo', { name: sends_to.to.name })}>
              <Buttons>
                <Button size="xs" variant="default" onClick={() => setEnding(sends_to)}>
                  {t('lotSettings.redirects.end')}
                </Button>
              </Buttons>
            </Note>
          ) : null}
          {items.length > 0 ? (
            <DataTable
              label={t('lotSettings.redirects.table')}
              columns={redirectColumns(t, lot.time_zone, setEnding)}
              rows={items}
              keyOf={({ from }) => from.id}
            />
          ) : (
            <p className={css.quiet}>{t('lotSettings.redirects.none')}</p>
          )}
        </div>
      ) : null}
      {isAdding ? <AddRedirectDialog lot={lot} here={items} onClose={() => setAdding(false)} /> : null}
      {ending ? <EndDialog redirect={ending} onClose={() => setEnding(null)} /> : null}
    </Panel>
  )
}

function EndDialog({ redirect, onClose }: { redirect: Redirect; onClose: () => void }) {
  const t = useTranslations()
  const send = useApiMutation(deleteRedirectRoute, { client: 'admin', refresh: [listRedirectsRoute] })
  const go = () =>
    send.mutate(
      { params: { to_lot_id: redirect.to.id, from_lot_id: redirect.from.id } },
      {
        onSuccess: () => {
          onClose()
          notifications.show({ message: t('lotSettings.redirects.ended') })
        },
      },
    )
  return (
    <ConfirmDialog
      title={t('lotSettings.redirects.endOf', { name: redirect.from.name })}
      text={t('lotSettings.redirects.endText', { from: redirect.from.name })}
      opened
      isBusy={send.isPending}
      error={send.error}
      yes={t('lotSettings.redirects.end')}
      no={t('lotSettings.redirects.keep')}
      onYes={go}
      onClose={onClose}
    />
  )
}
