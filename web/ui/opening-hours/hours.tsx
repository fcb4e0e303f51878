'use client'
import { Button, Checkbox } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getLotRoute, type StaffLot, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { hoursFault } from '@openspot/core/availability/opening-hours.ts'
import { weekdays } from '@openspot/core/enums.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './hours.module.css'
import { hoursInWords } from './hours-in-words.ts'
import { HoursOfDay } from './hours-of-day.tsx'

type Hours = NonNullable<StaffLot['opening_hours']>
interface HoursDraft {
  opening_hours: Hours | null
  overnight_allowed: boolean
}

/** The initial hours when a lot that was always open gets opening hours. */
const usual: Hours = Object.fromEntries(weekdays.map((day) => [day, [{ opens: '07:00', closes: '22:00' }]]))

/** The opening hours of the lot; read-only for those who may not change them. */
export function Hours({ lot, settings }: { lot: ConsoleLot; settings: StaffLot }) {
  const t = useTranslations()
  return (
    <Panel title={t('prices.hours.title')} text={t('prices.hours.text')}>
      {lot.is_admin ? <HoursForm lot={lot} settings={settings} /> : <HoursRead settings={settings} />}
    </Panel>
  )
}

function HoursRead({ settings: { opening_hours, overnight_allowed } }: { settings: StaffLot }) {
  const t = useTranslations()
  if (opening_hours === null) return <p>{t('lot.alwaysOpen')}</p>
  return (
    <>
      <dl className={css.read}>
        {hoursInWords(t, opening_hours).map(({ days, times }) => (
          <div key={days}>
            <dt>{days}</dt>
            <dd>{times}</dd>
          </div>
        ))}
      </dl>
      <p>{overnight_allowed ? t('lot.rules.overnight') : t('lot.rules.noOvernight')}</p>
    </>
  )
}

function HoursForm({ lot, settings }: { lot: ConsoleLot; settings: StaffLot }) {
  const t = useTranslations()
  const [typed, setTyped] = useState<HoursDraft | null>(null)
  const { opening_hours, overnight_allowed } = typed ?? settings
  const send = useApiMutation(updateLotRoute, { client: 'admin', refresh: [getLotRoute] })
  const change = (part: Partial<HoursDraft>) => setTyped({ opening_hours, overnight_allowed, ...part })
  const fault = hoursFault(opening_hours)
  const at = fieldOf(send.error)
  const save = () =>
    send.mutate(
      { params: { lot_id: lot.id }, body: { opening_hours, overnight_allowed } },
      {
        onSuccess: () => {
          setTyped(null)
          notifications.show({ message: t('prices.hours.saved') })
        },
      },
    )
  const errorAt = (day: string) => {
    if (fault) return fault.field === day ? reasonText(t, fault.reason) : null
    return at?.field === `opening_hours.${day}` ? at.message : null
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {send.error && !at ? <Note tone="bad" title={send.error.message} /> : null}
      <Checkbox
        label={t('prices.hours.always')}
        checked={opening_hours === null}
        onChange={(event) => change({ opening_hours: event.currentTarget.checked ? null : usual })}
      />
      {opening_hours === null ? null : (
        <>
          <div className={css.days}>
            {weekdays.map((day) => (
              <HoursOfDay
                key={day}
                day={day}
                times={opening_hours[day] ?? []}
                fault={errorAt(day)}
                onChange={(times) => change({ opening_hours: { ...opening_hours, [day]: times } })}
              />
            ))}
          </div>
          <Checkbox
            label={t('prices.hours.overnight')}
            checked={overnight_allowed}
            onChange={(event) => change({ overnight_allowed: event.currentTarget.checked })}
          />
        </>
      )}
      <Buttons>
        <Button type="submit" loading={send.isPending} disabled={typed === null || fault !== null}>
          {t('common.save')}
        </Button>
        {typed ? (
          <Button variant="default" onClick={() => setTyped(null)}>
            {t('prices.discard')}
          </Button>
        ) : null}
      </Buttons>
    </form>
  )
}
