'use client'
import { Button, NativeSelect } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { getLotSetupRoute } from '@openspot/contract/lots/lot-setup.ts'
import { isOneOf, spotTypes } from '@openspot/core/enums.ts'
import { isoOf, MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import Link from 'next/link'
import { useRouter, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath } from '@/lib/paths.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { defaultWhen } from '@/lib/when.ts'
import { Choice } from '@/ui/choice.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { readMoney } from '@/ui/money-field.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Fields, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { TimeFields } from '@/ui/time-fields.tsx'
import css from './new-reservation.module.css'
import { type NewReservation, newReservationBody, readNewReservation } from './new-reservation.ts'
import { OverrideNote } from './override-note.tsx'
import { PersonFields, personFields } from './person-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { SpotSelect } from './spot-select.tsx'

/** How many days ago a reservation may have started to be entered. */
const PAST_DAYS = 365

/** Lets staff book for a person: who, when, where, and at what price. */
export function NewReservationScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const router = useRouter()
  const { now } = useClock()
  const params = useSearchParams()
  const [reservation, setReservation] = useState(() =>
    readNewReservation(new URLSearchParams(params ?? ''), defaultWhen(now)),
  )
  const change = (part: Partial<NewReservation>) => setReservation((former) => ({ ...former, ...part }))
  const [isAny, setAny] = useState(reservation.spot_id === null)
  const { act, isBusy, error, errorAt: faultAt, errorBeside: faultBeside } = useStaffAct(createByStaffRoute)
  // Said before the form is filled in for someone who can't be booked for.
  const setup = useApiQuery(getLotSetupRoute, { params: { lot_id: lot.id } }, { client: 'admin' }).data
  const price = readMoney(t, reservation.price, lot.currency)
  const known = [
    ...personFields.map((name) => `person.${name}`),
    'person',
    'user_id',
    'price_cents',
    'override_reason',
  ]
  const isReady =
    (isAny || reservation.spot_id !== null) &&
    price.ok &&
    (reservation.user_id || reservation.email.trim() || reservation.phone.trim())
  const create = () => {
    if (!isReady || !price.ok) return
    const body = newReservationBody(
      isAny ? { ...reservation, spot_id: null } : reservation,
      lot.id,
      price.cents,
    )
    act({ body }, (made) => {
      notifications.show({
        message:
          made.status === 'PENDING'
            ? t('staffReservations.create.doneWaits')
            : t('staffReservations.create.done'),
      })
      router.push(reservationPath(lot.id, made.id))
    })
  }
  return (
    <>
      <PageHead
        back={<Link href={`/lots/${lot.id}/reservations`}>{t('staffReservations.title')}</Link>}
        title={t('staffReservations.add')}
        text={t('staffReservations.create.text')}
      />
      {setup && setup.trust_level !== 'TRUSTED' ? (
        <Note tone="plain" title={t('staffReservations.create.notApprovedTitle')}>
          <p>{t('staffReservations.create.notApprovedText')}</p>
        </Note>
      ) : null}
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <PersonFields lot={lot} reservation={reservation} errorAt={faultAt} onChange={change} />
        <Panel title={t('staffReservations.create.when')}>
          <TimeFields
            times={reservation.when}
            zone={lot.time_zone}
            earliest={isoOf(minutesOf(now) - PAST_DAYS * MINUTES_PER_DAY)}
            onChange={(when) => change({ when })}
          />
          {faultAt('starts_at') || faultAt('ends_at') ? (
            <p className={css.fault} role="alert">
              {faultAt('starts_at') ?? faultAt('ends_at')}
            </p>
          ) : null}
        </Panel>
        <Panel title={t('staffReservations.create.where')}>
          <Fields>
            <Choice
              name="any"
              legend={t('staffReservations.create.where')}
              value={isAny ? 'any' : 'one'}
              onChange={(value) => setAny(value === 'any')}
              options={[
                { value: 'any', content: t('staffReservations.create.any') },
                { value: 'one', content: t('staffReservations.create.one') },
              ]}
            />
            {isAny ? (
              <NativeSelect
                label={t('staffReservations.create.kind')}
                data={[
                  { value: '', label: t('staffReservations.create.anyKind') },
                  ...spotTypes.map((type) => ({ value: type, label: t(`spot.types.${type}`) })),
                ]}
                value={reservation.type ?? ''}
                error={faultAt('lot_id')}
                onChange={({ currentTarget: { value } }) =>
                  change({ type: isOneOf(spotTypes, value) ? value : null })
                }
              />
            ) : (
              <SpotSelect
                lot_id={lot.id}
                {...reservation.when}
                value={reservation.spot_id}
                error={faultAt('spot_id')}
                onChange={(spot_id) => change({ spot_id })}
              />
            )}
          </Fields>
        </Panel>
        <PriceFields
          reservation={reservation}
          isAny={isAny}
          lot={lot}
          fault={faultAt('price_cents')}
          onChange={change}
        />
        {faultAt('override_reason') || reservation.override_reason ? (
          <OverrideNote
            error={error}
            reason={reservation.override_reason}
            onChange={(override_reason) => change({ override_reason })}
          />
        ) : null}
        {faultBeside('starts_at', 'ends_at', 'lot_id', 'spot_id', ...known) ? (
          <Note tone="bad" title={error?.message ?? ''} />
        ) : null}
        <Buttons>
          <GatedButton type="submit" size="md" loading={isBusy} why={isReady ? null : t('common.why.fill')}>
            {reservation.override_reason
              ? t('staffReservations.create.goOverride')
              : reservation.payment_kind === 'STRIPE'
                ? t('staffReservations.create.goWaits')
                : t('staffReservations.create.go')}
          </GatedButton>
          <Button component={Link} variant="default" href={`/lots/${lot.id}/reservations`}>
            {t('common.cancel')}
          </Button>
        </Buttons>
      </form>
    </>
  )
}
