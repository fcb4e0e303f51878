'use client'
import { Button, Modal } from '@mantine/core'
import type { ChangePreview } from '@openspot/contract/booking/reservation-changes.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PayEnding } from '@/lib/pay-ending.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { PaymentChoice } from '@/ui/checkout/payment-choice.tsx'
import { preselected } from '@/ui/checkout/preselected.ts'
import { VehicleElsewhere } from '@/ui/checkout/vehicle-elsewhere.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { moneyText } from '@/ui/money.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { ChangeFields } from './change-fields.tsx'
import { ChangeFigures } from './change-figures.tsx'
import { ChangeRefused } from './change-refused.tsx'
import css from './changes.module.css'
import { useChange } from './use-change.ts'
import type { ChangeInput, ChangeKind } from './use-change-input.ts'

/** A change of a reservation: its fields, its cost or refund with the reason, and one button. */
export function ChangeDialog({
  reservation,
  input,
  onInput,
  onClose,
  onDone,
  onEnding,
}: {
  reservation: Reservation
  input: ChangeInput
  onInput: (input: ChangeInput) => void
  onClose: () => void
  onDone: () => void
  onEnding: (ending: PayEnding) => void
}) {
  const t = useTranslations()
  const { preview, isAskable, edit, isBusy, problem, elsewhere, allowElsewhere } = useChange(
    reservation,
    input,
    onDone,
    onEnding,
  )
  const [picked, setMethod] = useState<string | null>(null)
  const { data } = preview
  const costs = data !== undefined && !data.refusal && data.difference_cents > 0
  const methods = useApiQuery(listPaymentMethodsRoute, {}, { enabled: costs })
  const method = picked ?? preselected(methods.data?.items)
  const isSame = data !== undefined && isAsItIs(reservation, data)
  const isRefused = data?.refusal?.code === 'vehicle_refused'
  const why = preview.isError
    ? preview.error.message
    : !isAskable || !data
      ? t(input.kind === 'move' ? 'change.chooseSpot' : 'common.why.unchanged')
      : (data.refusal?.message ??
        (isSame
          ? t('common.why.unchanged')
          : elsewhere
            ? t('booking.elsewhere', { plate: elsewhere.car.plate })
            : missingText(t, [[t('booking.payWith'), !costs || method !== null]])))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`change.titles.${input.kind}`)}
      size={input.kind === 'move' ? 'lg' : 'md'}
    >
      <div className={css.dialog}>
        <ChangeFields reservation={reservation} input={input} shown={data} onInput={onInput} />
        {problem ? <Note tone="bad" title={problem} /> : null}
        {!isAskable && input.kind === 'move' ? <p className={css.quiet}>{t('change.chooseSpot')}</p> : null}
        {isAskable && preview.isPending ? <ListSkeleton rows={1} /> : null}
        {isAskable && preview.isError ? (
          <ErrorState error={preview.error} onRetry={() => preview.refetch()} />
        ) : null}
        {data && !preview.isError ? (
          isRefused ? null : data.refusal ? (
            <ChangeRefused reservation={reservation} input={input} preview={data} onInput={onInput} />
          ) : isSame ? (
            <p className={css.quiet}>{t('change.same')}</p>
          ) : (
            <ChangeFigures reservation={reservation} preview={data} isStale={preview.isPlaceholderData} />
          )
        ) : null}
        {elsewhere && data && !preview.isError && !isSame ? (
          <VehicleElsewhere
            elsewhere={elsewhere}
            text={isRefused ? t('booking.elsewhereRefused') : t('change.elsewhereText')}
            both={input.kind === 'extend' ? t('change.elsewhereExtend') : t('change.elsewhereChange')}
            isRefused={isRefused}
            onBoth={() => allowElsewhere(elsewhere)}
          />
        ) : null}
        {costs && !isSame ? (
          methods.data ? (
            <PaymentChoice methods={methods.data.items} chosen={method} onChoose={setMethod} />
          ) : (
            <ListSkeleton rows={1} />
          )
        ) : null}
        <div className={css.buttons}>
          <GatedButton
            h={48}
            loading={isBusy || (isAskable && (preview.isPending || preview.isPlaceholderData))}
            why={why}
            onClick={() => edit(costs ? method : null)}
          >
            {data ? goWord(t, input.kind, data) : t('change.doFree')}
          </GatedButton>
          <Button h={48} variant="default" onClick={onClose}>
            {t('change.keep')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

const isAsItIs = (reservation: Reservation, { starts_at, ends_at, spot }: ChangePreview): boolean =>
  reservation.starts_at === starts_at && reservation.ends_at === ends_at && reservation.spot_id === spot.id

function goWord(
  t: Translate,
  kind: ChangeKind,
  { difference_cents, waived_cents, currency, refusal }: ChangePreview,
): string {
  if (refusal) return t('change.doFree')
  if (difference_cents > 0)
    return t('change.payAndExtend', { amount: moneyText(t, difference_cents, currency) })
  const back = -difference_cents - waived_cents
  if (back > 0) return t('change.endFor', { amount: moneyText(t, back, currency) })
  const free: Record<ChangeKind, string> = {
    extend: t('change.extendFree'),
    end_on: t('change.endThen'),
    times: t('change.doFree'),
    move: t('change.moveFree'),
  }
  return free[kind]
}
