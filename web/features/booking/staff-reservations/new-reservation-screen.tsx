'use client'
import { Button, NativeSelect } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { isOneOf, spotTypes } from '@openspot/core/enums.ts'
import { isoOf, MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import Link from 'next/link'
import { useRouter, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath } from '@/lib/paths.ts'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { defaultWhen } from '@/lib/when.ts'
import { Choice } from '@/ui/choice.tsx'
import { readMoney } from '@/ui/money-field.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Fields, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { TimeFields } from '@/ui/time-fields.tsx'
import { words } from '@/words/index.ts'
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
  const say = words.staffReservations.create
  const router = useRouter()
  const { now } = useClock()
  const params = useSearchParams()
  const [reservation, setReservation] = useState(() =>
    readNewReservation(new URLSearchParams(params ?? ''), defaultWhen(now)),
  )
  const change = (part: Partial<NewReservation>) => setReservation((former) => ({ ...former, ...part }))
  const [isAny, setAny] = useState(reservation.spot_id === null)
  const { act, isBusy, error, errorAt: faultAt, errorBeside: faultBeside } = useStaffAct(createByStaffRoute)
  const price = readMoney(reservation.price, lot.currency)
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
      notifications.show({ message: made.status === 'PENDING' ? say.doneWaits : say.done })
      router.push(reservationPath(lot.id, made.id))
    })
  }
  return (
    <>
      <PageHead
        back={<Link href={`/lots/${lot.id}/reservations`}>{words.staffReservations.title}</Link>}
        title={words.staffReservations.add}
        text={say.text}
      />
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <PersonFields lot_id={lot.id} reservation={reservation} errorAt={faultAt} onChange={change} />
        <Panel title={say.when}>
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
        <Panel title={say.where}>
          <Fields>
            <Choice
              name="any"
              legend={say.where}
              value={isAny ? 'any' : 'one'}
              onChange={(value) => setAny(value === 'any')}
              options={[
                { value: 'any', content: say.any },
                { value: 'one', content: say.one },
              ]}
            />
            {isAny ? (
              <NativeSelect
                label={say.kind}
                data={[
                  { value: '', label: say.anyKind },
                  ...spotTypes.map((type) => ({ value: type, label: words.spot.types[type] })),
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
          <Button type="submit" size="md" loading={isBusy} disabled={!isReady}>
            {reservation.override_reason
              ? say.goOverride
              : reservation.payment_kind === 'STRIPE'
                ? say.goWaits
                : say.go}
          </Button>
          <Button component={Link} variant="default" href={`/lots/${lot.id}/reservations`}>
            {words.common.cancel}
          </Button>
        </Buttons>
      </form>
    </>
  )
}
