'use client'
import { Button, NativeSelect } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import {
  createRedirectRoute,
  deleteRedirectRoute,
  listRedirectsRoute,
  type Redirect,
} from '@openspot/contract/lots/redirects.ts'
import { useState } from 'react'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './lot-settings.module.css'

const say = words.lotSettings.redirects

const redirectColumns = (zone: string, onEnd: (redirect: Redirect) => void): Column<Redirect>[] => [
  { key: 'from', head: say.from, cell: ({ from }) => from.name },
  { key: 'since', head: say.since, cell: ({ created_at }) => <Moment at={created_at} zone={zone} /> },
  { key: 'by', head: say.by, cell: ({ created_by }) => created_by },
  {
    key: 'end',
    head: say.end,
    cell: (redirect) => (
      <Button
        size="xs"
        variant="default"
        aria-label={say.endOf(redirect.from.name)}
        onClick={() => onEnd(redirect)}
      >
        {say.end}
      </Button>
    ),
  },
]

/** Where this lot redirects its visitors, and which lots redirect here. Either side can end a redirect. */
export function Redirects({ lot }: { lot: ConsoleLot }) {
  const answer = useApiQuery(listRedirectsRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<Redirect | null>(null)
  const { items = [], sends_to = null } = answer.data ?? {}
  return (
    <Panel
      title={say.title}
      text={say.text}
      action={
        <Button variant="default" onClick={() => setAdding(true)}>
          {say.add}
        </Button>
      }
    >
      <QueryState answer={answer} rows={2} />
      {answer.data ? (
        <div className={css.list}>
          {sends_to ? (
            <Note title={say.sendsTo(sends_to.to.name)}>
              <Buttons>
                <Button size="xs" variant="default" onClick={() => setEnding(sends_to)}>
                  {say.end}
                </Button>
              </Buttons>
            </Note>
          ) : null}
          {items.length > 0 ? (
            <DataTable
              label={say.table}
              columns={redirectColumns(lot.time_zone, setEnding)}
              rows={items}
              keyOf={({ from }) => from.id}
            />
          ) : (
            <p className={css.quiet}>{say.none}</p>
          )}
        </div>
      ) : null}
      {isAdding ? <AddDialog lot={lot} here={items} onClose={() => setAdding(false)} /> : null}
      {ending ? <EndDialog redirect={ending} onClose={() => setEnding(null)} /> : null}
    </Panel>
  )
}

function AddDialog({
  lot,
  here,
  onClose,
}: {
  lot: ConsoleLot
  here: readonly Redirect[]
  onClose: () => void
}) {
  const memberships = useApiQuery(listMyMembershipsRoute, {}, { client: 'admin' })
  const others = (memberships.data?.items ?? []).filter(
    ({ lot_id, role, status }) =>
      status === 'ACTIVE' &&
      (role === 'ADMIN' || role === 'SUPER_ADMIN') &&
      lot_id !== lot.id &&
      !here.some(({ from }) => from.id === lot_id),
  )
  const [chosen, setChosen] = useState('')
  const from_lot_id = chosen || (others[0]?.lot_id ?? '')
  const send = useApiMutation(createRedirectRoute, { client: 'admin', refresh: [listRedirectsRoute] })
  const go = () =>
    send.mutate(
      { params: { lot_id: lot.id }, body: { from_lot_id } },
      {
        onSuccess: ({ from }) => {
          onClose()
          notifications.show({ message: say.made(from.name) })
        },
      },
    )
  return (
    <ActDialog
      title={say.addTitle}
      text={say.addText}
      fault={send.error?.message ?? null}
      go={say.go}
      isBusy={send.isPending}
      isReady={from_lot_id !== ''}
      onGo={go}
      onClose={onClose}
    >
      {memberships.data && others.length === 0 ? (
        <p>{say.noOther}</p>
      ) : (
        <NativeSelect
          label={say.choose}
          data={others.map(({ lot_id, lot_name }) => ({ value: lot_id, label: lot_name }))}
          value={from_lot_id}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
    </ActDialog>
  )
}

function EndDialog({ redirect, onClose }: { redirect: Redirect; onClose: () => void }) {
  const send = useApiMutation(deleteRedirectRoute, { client: 'admin', refresh: [listRedirectsRoute] })
  const go = () =>
    send.mutate(
      { params: { to_lot_id: redirect.to.id, from_lot_id: redirect.from.id } },
      {
        onSuccess: () => {
          onClose()
          notifications.show({ message: say.ended })
        },
      },
    )
  return (
    <ConfirmDialog
      title={say.endOf(redirect.from.name)}
      text={say.endText(redirect.from.name)}
      opened
      isBusy={send.isPending}
      error={send.error}
      yes={say.end}
      no={say.keep}
      onYes={go}
      onClose={onClose}
    />
  )
}
