import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  checkGateRoute,
  deleteGateRoute,
  type Gate,
  listGatesRoute,
  listStaffGatesRoute,
  releaseGateRoute,
  type StaffGate,
} from '@openspot/contract/operations/gates.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { GateState } from '@/ui/gate/gate-state.tsx'
import { OpeningNote } from '@/ui/gate/opening-note.tsx'
import { useOpenGate } from '@/ui/gate/use-open-gate.ts'
import { Facts, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './gates.module.css'
import { HoldDialog } from './hold-dialog.tsx'
import { OpenDialog } from './open-dialog.tsx'

/** One gate: its state, its problems, and what staff can do with it. */
export function GateCard({
  lot,
  gate,
  settings,
  mayChange,
  onEdit,
}: {
  lot: ConsoleLot
  gate: Gate
  /** Null for patrollers, who open gates and do not set them up. */
  settings: StaffGate | null
  mayChange: boolean
  onEdit: () => void
}) {
  const t = useTranslations()
  const params = { lot_id: lot.id, gate_id: gate.id }
  const [dialog, setDialog] = useState<'open' | 'hold' | 'delete' | null>(null)
  const opening = useOpenGate(params, 'admin')
  const refresh = [listStaffGatesRoute, listGatesRoute]
  const check = useApiMutation(checkGateRoute, { client: 'admin', refresh })
  const release = useApiMutation(releaseGateRoute, { client: 'admin', refresh })
  const remove = useApiMutation(deleteGateRoute, { client: 'admin', refresh })
  const onError = ({ message }: { message: string }) => notifications.show({ color: 'red', message })
  const { name } = gate
  const checked = settings?.checked_at ? <Moment at={settings.checked_at} zone={lot.time_zone} /> : null
  return (
    <Panel
      title={name}
      text={<GateState gate={gate} zone={lot.time_zone} />}
      action={
        mayChange && gate.may_open ? (
          <Button
            loading={opening.isBusy}
            aria-label={t('gates.open.buttonOf', { name })}
            onClick={() => (gate.needs_note ? setDialog('open') : opening.request())}
          >
            {t('gates.open.button')}
          </Button>
        ) : null
      }
    >
      <OpeningNote opening={opening} emergency={gate.emergency_access} />
      {settings?.faults.map((fault) => (
        <Note key={fault} tone="bad" title={t(`gates.faults.${fault}`)} />
      ))}
      {settings ? (
        <Facts
          items={[
            [t('gates.fields.driver'), t(`gates.drivers.${settings.device.driver}`)],
            [t('gates.fields.actuation'), t(`gates.actuations.${settings.actuation}`)],
            [t('gates.checkedLabel'), checked],
            [t('gates.historyFact'), t('gates.opensToday', { count: settings.opens_today })],
            [
              t('gates.fields.emergencyAccess'),
              settings.emergency_access ? <bdi key="emergency">{settings.emergency_access}</bdi> : null,
            ],
          ]}
        />
      ) : null}
      <div className={css.acts}>
        <Button
          component={Link}
          variant="default"
          size="sm"
          href={`/lots/${lot.id}/gates/${gate.id}`}
          aria-label={t('gates.historyOf', { name })}
        >
          {t('gates.history')}
        </Button>
        {mayChange && gate.can_hold_open ? (
          gate.held_open_until === null ? (
            <Button
              variant="default"
              size="sm"
              aria-label={t('gates.hold.buttonOf', { name })}
              onClick={() => setDialog('hold')}
            >
              {t('gates.hold.button')}
            </Button>
          ) : (
            <Button
              variant="default"
              size="sm"
              aria-label={t('gates.hold.releaseOf', { name })}
              loading={release.isPending}
              onClick={() =>
                release.mutate(
                  { params },
                  {
                    onSuccess: () => notifications.show({ message: t('gates.hold.released', { name }) }),
                    onError,
                  },
                )
              }
            >
              {t('gates.hold.release')}
            </Button>
          )
        ) : null}
        {mayChange && settings ? (
          <Button
            variant="default"
            size="sm"
            aria-label={t('gates.checkOf', { name })}
            loading={check.isPending}
            onClick={() =>
              check.mutate(
                { params },
                { onSuccess: () => notifications.show({ message: t('gates.checked') }), onError },
              )
            }
          >
            {t('gates.check')}
          </Button>
        ) : null}
        {settings ? (
          <Button variant="default" size="sm" aria-label={t('gates.editOf', { name })} onClick={onEdit}>
            {t('gates.edit')}
          </Button>
        ) : null}
        {mayChange && settings ? (
          <Button variant="default" size="sm" onClick={() => setDialog('delete')}>
            {t('gates.delete')}
          </Button>
        ) : null}
      </div>
      {dialog === 'open' ? (
        <OpenDialog name={name} opening={opening} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'hold' ? <HoldDialog lot={lot} gate={gate} onClose={() => setDialog(null)} /> : null}
      <ConfirmDialog
        opened={dialog === 'delete'}
        title={t('gates.deleteTitle', { name })}
        text={t('gates.deleteText')}
        yes={t('gates.delete')}
        no={t('gates.keep')}
        isBusy={remove.isPending}
        error={remove.error}
        onYes={() =>
          remove.mutate({ params }, { onSuccess: () => notifications.show({ message: t('gates.deleted') }) })
        }
        onClose={() => setDialog(null)}
      />
    </Panel>
  )
}
