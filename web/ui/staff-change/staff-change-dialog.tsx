'use client'
import { Button, Checkbox } from '@mantine/core'
import { changeByStaffRoute, previewStaffChangeRoute } from '@openspot/contract/booking/staff-changes.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { moneyText } from '@/ui/money.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { MomentField, WhenFields } from '@/ui/when-fields.tsx'
import css from './staff-change.module.css'
import { StaffChangeFigures } from './staff-change-figures.tsx'

/** What staff change: the end, both times, the end to now, or what they already chose elsewhere. */
export type StaffChangeKind = 'extend' | 'times' | 'end' | 'given'

export interface WantedChange {
  starts_at?: string
  ends_at?: string
  spot_id?: string
}

export interface ChangedReservation {
  id: string
  spot_id: string
  starts_at: string
  ends_at: string | null
}

/** Minutes that are usually added. */
const STEPS = [30, 60, 120] as const

/** Changes times or spot of a reservation for its driver: the price, what happens with the money, and who has the spot. */
export function StaffChangeDialog({
  reservation,
  lot,
  kind,
  given = {},
  onClose,
  onDone,
}: {
  reservation: ChangedReservation
  lot: ConsoleLot
  kind: StaffChangeKind
  given?: WantedChange
  onClose: () => void
  onDone: (message: string) => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const [wanted, setWanted] = useState<WantedChange>(() => firstWanted(kind, reservation, given, now))
  const [isBilled, setBilled] = useState(true)
  const [reason, setReason] = useState('')
  const params = { reservation_id: reservation.id }
  const preview = useApiQuery(
    previewStaffChangeRoute,
    { params, query: wanted },
    { client: 'admin', keep: true, fresh: true },
  )
  const { act, isBusy, error, errorAt, errorBeside } = useStaffAct(changeByStaffRoute)
  const { data, refetch } = preview
  useEffect(() => {
    // What was shown may be out of date.
    if (error) void refetch()
  }, [error, refetch])
  const costs = data !== undefined && data.difference_cents > 0
  const overrides = data?.refusal != null && data.can_override
  const trimmed = reason.trim()
  const isReady =
    data !== undefined &&
    !preview.isPlaceholderData &&
    (data.refusal === null || (overrides && trimmed !== ''))
  const change = () => {
    if (!isReady) return
    const { version, difference_cents } = data
    const body = {
      ...wanted,
      version,
      difference_cents,
      ...(costs ? { is_billed: isBilled } : {}),
      ...(trimmed === '' ? {} : overrides ? { override_reason: trimmed } : { reason: trimmed }),
    }
    act({ params, body }, ({ bill }) => onDone(t(bill ? 'staffChange.doneBilled' : 'staffChange.done')))
  }
  return (
    <ActDialog
      title={t(`staffChange.titles.${kind}`)}
      text={t(`staffChange.texts.${kind === 'end' ? 'end' : 'change'}`)}
      fault={errorBeside('reason', 'override_reason') ?? (preview.isError ? preview.error.message : null)}
      go={
        costs && isBilled
          ? t('staffChange.goBilled', { amount: moneyText(t, data.difference_cents, data.currency) })
          : t(`staffChange.go.${kind}`)
      }
      isBusy={isBusy}
      isReady={isReady}
      onGo={change}
      onClose={onClose}
    >
      <Wanted
        kind={kind}
        reservation={reservation}
        zone={lot.time_zone}
        wanted={wanted}
        onChange={setWanted}
      />
      {preview.isPending ? <ListSkeleton rows={2} /> : null}
      {data && !preview.isError ? (
        <StaffChangeFigures
          lot={lot}
          reservation={reservation}
          preview={data}
          isStale={preview.isPlaceholderData}
        />
      ) : null}
      {costs ? (
        <Checkbox
          checked={isBilled}
          label={t('staffChange.bill')}
          description={t('staffChange.billText')}
          onChange={(event) => setBilled(event.currentTarget.checked)}
        />
      ) : null}
      <ReasonField
        label={t(overrides ? 'staffChange.override' : 'staffReservations.reasonOptional')}
        description={t(overrides ? 'staffChange.overrideText' : 'staffReservations.reasonText')}
        reason={reason}
        error={errorAt('reason') ?? errorAt('override_reason')}
        isOptional={!overrides}
        onChange={setReason}
      />
    </ActDialog>
  )
}

function firstWanted(
  kind: StaffChangeKind,
  { starts_at, ends_at }: ChangedReservation,
  given: WantedChange,
  now: string,
): WantedChange {
  if (kind === 'given') return given
  if (kind === 'end') return { ends_at: isoOf(Math.floor(minutesOf(now))) }
  const from = minutesOf(ends_at ?? starts_at)
  if (kind === 'extend') return { ends_at: isoOf(from + STEPS[1]) }
  return { ...(starts_at > now ? { starts_at } : {}), ...(ends_at ? { ends_at } : {}) }
}

/** The fields for the new times. */
function Wanted({
  kind,
  reservation,
  zone,
  wanted,
  onChange,
}: {
  kind: StaffChangeKind
  reservation: ChangedReservation
  zone: string
  wanted: WantedChange
  onChange: (wanted: WantedChange) => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const { starts_at, ends_at } = reservation
  if (ends_at === null || kind === 'end' || kind === 'given') return null
  const end = wanted.ends_at ?? ends_at
  if (kind === 'times' && wanted.starts_at !== undefined)
    return (
      <WhenFields
        value={{ starts_at: wanted.starts_at, ends_at: end }}
        zone={zone}
        onChange={(times) => onChange(times)}
      />
    )
  return (
    <>
      {kind === 'extend' ? (
        <div className={css.steps}>
          {STEPS.map((minutes) => {
            const at = isoOf(minutesOf(ends_at) + minutes)
            return (
              <Button
                key={minutes}
                variant={end === at ? 'filled' : 'default'}
                aria-pressed={end === at}
                onClick={() => onChange({ ends_at: at })}
              >
                {t('staffChange.plus', { minutes })}
              </Button>
            )
          })}
        </div>
      ) : null}
      <MomentField
        legend={t('when.until')}
        at={end}
        zone={zone}
        earliest={starts_at > now ? starts_at : now}
        onChange={(at) => onChange({ ends_at: isoOf(at) })}
      />
    </>
  )
}
