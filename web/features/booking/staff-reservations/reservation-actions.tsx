'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { dropParams } from '@/lib/drop-params.ts'
import { phaseOf } from '@/lib/reservation-phase.ts'
import { Panel } from '@/ui/panel.tsx'
import { NoticeDialog } from './notice-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { StaffCancelDialog } from './staff-cancel-dialog.tsx'
import css from './staff-reservation.module.css'
import { SwapDialog } from './swap-dialog.tsx'
import { ChangeTimesDialog, EndNowDialog, ExtendDialog } from './times-dialogs.tsx'
import { VehicleDialog } from './vehicle-dialog.tsx'

type Action = 'extend' | 'times' | 'end' | 'car' | 'replace' | 'swap' | 'notice' | 'refund' | 'cancel'

const dialogs = {
  extend: ExtendDialog,
  times: ChangeTimesDialog,
  end: EndNowDialog,
  car: VehicleDialog,
  replace: ReplaceDialog,
  swap: SwapDialog,
  notice: NoticeDialog,
  refund: RefundDialog,
  cancel: StaffCancelDialog,
} as const

export interface ActionProps {
  reservation: Reservation
  lot: ConsoleLot
  onClose: () => void
  onDone: (message: string) => void
}

/** The actions that staff can take in the current phase of a reservation. */
export function ReservationActions({ reservation, lot }: { reservation: Reservation; lot: ConsoleLot }) {
  const t = useTranslations()
  const { now } = useClock()
  const asked = useAskedAction()
  const [chosen, setAction] = useState<Action | 'ASKED' | null>('ASKED')
  const phase = phaseOf(reservation, now)
  const isActive = reservation.status === 'ACTIVE' && phase !== 'over'
  const hasTimes = isActive && reservation.ends_at !== null
  const can: Action[] = [
    ...(hasTimes ? (['extend', 'times'] as const) : []),
    ...(hasTimes && phase === 'running' ? (['end'] as const) : []),
    ...(isActive ? (['car', 'replace'] as const) : []),
    ...(isActive && phase === 'ahead' ? (['swap'] as const) : []),
    ...(isActive && reservation.ends_at === null ? (['notice'] as const) : []),
    ...(reservation.invoice_id && phase !== 'held' ? (['refund'] as const) : []),
    ...(isActive || phase === 'held' ? (['cancel'] as const) : []),
  ]
  // An action that a link asks for opens only while it can be taken.
  const action = chosen === 'ASKED' ? (can.find((one) => one === asked) ?? null) : chosen
  const Dialog = action ? dialogs[action] : null
  return (
    <Panel title={t('staffReservations.stay.actions')}>
      {can.length === 0 ? <p className={css.quiet}>{t('staffReservations.stay.noActions')}</p> : null}
      <div className={css.actions}>
        {can.map((one) => (
          <Button key={one} variant="default" onClick={() => setAction(one)}>
            {t(`staffReservations.stay.actionWords.${one}`)}
          </Button>
        ))}
      </div>
      {Dialog ? (
        <Dialog
          reservation={reservation}
          lot={lot}
          onClose={() => setAction(null)}
          onDone={(message) => {
            setAction(null)
            notifications.show({ message })
          }}
        />
      ) : null}
    </Panel>
  )
}

/** The URL parameter of a link that leads to one of the actions. */
const PARAM = 'act'

/** Returns the action that the link asked for; read once and then removed from the URL. */
function useAskedAction(): string | null {
  const params = useSearchParams()
  const [asked] = useState(() => params?.get(PARAM) ?? null)
  useEffect(() => {
    if (asked !== null) dropParams(PARAM)
  }, [asked])
  return asked
}
