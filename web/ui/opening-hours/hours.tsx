'use client'
import { Button, Checkbox } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getLotRoute, type StaffLot, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { hoursFault } from '@openspot/core/availability/opening-hours.ts'
import { weekdays } from '@openspot/core/enums.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { codeOf, fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useEdit, useReloadOn } from '@/lib/use-edit.ts'
import { EditConflict, type ShownValue } from '@/ui/edit-conflict.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './hours.module.css'
import { hoursByDay, hoursInWords } from './hours-in-words.ts'
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
  const { opening_hours: saved_hours, overnight_allowed: saved_overnight, version } = settings
  const edit = useEdit<HoursDraft>(
    { opening_hours: saved_hours, overnight_allowed: saved_overnight },
    version,
  )
  const { opening_hours, overnight_allowed } = edit.draft
  const send = useApiMutation(updateLotRoute, { client: 'admin', refresh: [getLotRoute] })
  const onError = useReloadOn('lot_changed', [getLotRoute])
  const change = (part: Partial<HoursDraft>) => edit.change({ ...edit.draft, ...part })
  const fault = hoursFault(opening_hours)
  const at = fieldOf(send.error)
  const isConflict = codeOf(send.error) === 'lot_changed'
  const save = (based_on: number) =>
    send.mutate(
      { params: { lot_id: lot.id }, body: { opening_hours, overnight_allowed, version: based_on } },
      {
        onError,
        onSuccess: () => {
          edit.discard()
          notifications.show({ message: t('prices.hours.saved') })
        },
      },
    )
  const discard = () => {
    edit.discard()
    send.reset()
  }
  const errorAt = (day: string) => {
    if (fault) return fault.field === day ? reasonText(t, fault.reason) : null
    return at?.field === `opening_hours.${day}` ? at.message : null
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        save(edit.version)
      }}
    >
      {isConflict ? (
        <EditConflict
          original={shownHours(t, edit.original)}
          current={shownHours(t, edit.current)}
          isBusy={send.isPending}
          onReload={discard}
          onAgain={() => save(edit.currentVersion)}
        />
      ) : send.error && !at ? (
        <Note tone="bad" title={send.error.message} />
      ) : null}
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
        <GatedButton
          type="submit"
          loading={send.isPending}
          why={fault !== null ? t('common.why.correct') : edit.isChanged ? null : t('common.why.unchanged')}
        >
          {t('common.save')}
        </GatedButton>
        {edit.isChanged ? (
          <Button variant="default" onClick={discard}>
            {t('prices.discard')}
          </Button>
        ) : null}
      </Buttons>
    </form>
  )
}

const shownHours = (t: Translate, { opening_hours, overnight_allowed }: HoursDraft): ShownValue[] => [
  ...hoursByDay(t, opening_hours),
  [t('prices.hours.overnight'), overnight_allowed ? t('csv.yes') : t('csv.no')],
]
