'use client'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconLoader } from '@tabler/icons-react'
import Link from 'next/link'
import { type MouseEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PatrolAction } from '@/lib/patrol/action.ts'
import { clearDevice, type DeviceShift } from '@/lib/patrol/device.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Plate } from '@/ui/plate.tsx'
import { EmptyState, Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { AttentionPart } from './attention-part.tsx'
import css from './patrol.module.css'
import type { Outbox } from './use-outbox.ts'

const icons = {
  WAITING: IconClock,
  SENDING: IconLoader,
  SENT: IconCheck,
  ATTENTION: IconAlertTriangle,
} as const

/** What was recorded on this device and what became of it, the newest first. */
export function OutboxPart({ shift, outbox }: { shift: DeviceShift; outbox: Outbox }) {
  const t = useTranslations()
  const { actions, others } = outbox
  return (
    <div className={css.outbox}>
      {outbox.isSignedOut ? (
        <Note title={t('patrol.outbox.signIn')}>
          <Link href={`/sign-in?next=${encodeURIComponent(`/patrol/${shift.lot_id}`)}`}>
            {t('common.signIn')}
          </Link>
        </Note>
      ) : null}
      {others > 0 ? <Note tone="plain" title={t('patrol.outbox.others', { count: others })} /> : null}
      {actions.length === 0 ? (
        <EmptyState title={t('patrol.outbox.emptyTitle')} text={t('patrol.outbox.emptyText')} />
      ) : (
        <ul className={css.list}>
          {actions.toReversed().map((action) => (
            <ActionCard key={action.id} action={action} shift={shift} outbox={outbox} />
          ))}
        </ul>
      )}
      <EndShift user_id={shift.user_id} unsent={actions.filter(({ state }) => state !== 'SENT').length} />
    </div>
  )
}

function ActionCard({ action, shift, outbox }: { action: PatrolAction; shift: DeviceShift; outbox: Outbox }) {
  const t = useTranslations()
  const Icon = icons[action.state]
  return (
    <li className={css.card} data-state={action.state}>
      <p className={css.state}>
        <Icon size={22} aria-hidden="true" />
        <b>{t(`patrol.outbox.states.${action.state}`)}</b>
      </p>
      <h2>
        {action.kind === 'FINE'
          ? t(`fines.reasons.${action.fine.reason}`)
          : t(`patrol.outbox.kinds.${action.kind}`)}
      </h2>
      {action.kind === 'FINE' ? (
        <Plate plate={action.fine.plate} region={action.fine.region ?? null} />
      ) : null}
      {action.kind === 'LOOKUP' ? <Plate plate={action.plate} region={action.region} /> : null}
      {action.kind === 'FINDING' ? (
        <p>
          {t(`problems.findings.${action.finding}`)}
          {action.spot_label ? ` · ${t('patrol.tasks.spot', { spot: action.spot_label })}` : null}
        </p>
      ) : null}
      <p className={css.quiet}>
        <Moment at={action.done_at} zone={shift.data.lot.time_zone} />
      </p>
      {action.kind === 'FINE' && action.fine_id ? (
        <Link href={`/lots/${action.lot_id}/fines/${action.fine_id}`}>{t('patrol.outbox.open')}</Link>
      ) : null}
      {action.state === 'ATTENTION' && action.problem ? (
        <AttentionPart
          action={action}
          problem={action.problem}
          zone={shift.data.lot.time_zone}
          outbox={outbox}
        />
      ) : null}
    </li>
  )
}

function EndShift({ user_id, unsent }: { user_id: string; unsent: number }) {
  const t = useTranslations()
  const [isAsking, setIsAsking] = useState(false)
  const end = () => void clearDevice(user_id).then(() => window.location.assign('/patrol'))
  // The second tap of a double tap was for the screen that was here before, such as on Record.
  const onClick = ({ detail }: MouseEvent) => {
    if (detail > 1) return
    if (unsent > 0) setIsAsking(true)
    else end()
  }
  return (
    <section className={css.card}>
      <h2>{t('patrol.outbox.endTitle')}</h2>
      <p className={css.quiet}>{t('patrol.outbox.endText')}</p>
      <Button variant="default" h={56} onClick={onClick}>
        {t('patrol.outbox.end')}
      </Button>
      <ConfirmDialog
        title={t('patrol.outbox.endTitle')}
        text={t('patrol.outbox.endUnsent', { count: unsent })}
        opened={isAsking}
        isBusy={false}
        error={null}
        yes={t('patrol.outbox.endAndDelete')}
        no={t('patrol.outbox.keep')}
        onYes={end}
        onClose={() => setIsAsking(false)}
      />
    </section>
  )
}
