'use client'
import { NativeSelect, TextInput } from '@mantine/core'
import type { Availability } from '@openspot/contract/booking/availability.ts'
import type { Zone } from '@openspot/contract/booking/prices.ts'
import type { CallError } from '@openspot/contract/call.ts'
import type { AvailabilityKind } from '@openspot/core/enums.ts'
import { type Recurrence, recurrenceFault } from '@openspot/core/recurrence/recurrence.ts'
import type { TimeFormat } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays, startOfLocalDay } from '@openspot/core/time/zone.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf, fieldOf } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { Choice } from '@/ui/choice.tsx'
import { EditConflict, type ShownValue } from '@/ui/edit-conflict.tsx'
import { type RateDraft, RateFields, rateDraft, readRates, shownRates } from '@/ui/rate-fields.tsx'
import { RecurrenceFields } from '@/ui/recurrence-fields.tsx'
import { recurrenceText } from '@/ui/recurrence-text.ts'
import { useTimeFormat } from '@/ui/time.tsx'

/** An availability rule as edited in the form. */
export interface AvailabilityRuleDraft {
  kind: AvailabilityKind
  recurrence: Recurrence
  note: string
  rates: RateDraft
  /** For a closure; null means the whole lot. */
  zone_id: string | null
}

/** Returns the draft of an existing availability rule, or of a new one for all of tomorrow. */
export function availabilityRuleDraft(
  t: Translate,
  lot: ConsoleLot,
  now: string,
  former: Availability | null,
  kind: AvailabilityKind = 'CLOSED',
): AvailabilityRuleDraft {
  const { time_zone, currency } = lot
  const tomorrow = plusLocalDays(time_zone, startOfLocalDay(time_zone, minutesOf(now)), 1)
  return {
    kind: former?.kind ?? kind,
    recurrence: former ?? {
      starts_at: isoOf(tomorrow),
      ends_at: isoOf(plusLocalDays(time_zone, tomorrow, 1)),
      repeat_frequency: 'NEVER',
      weekdays: [],
      until_on: null,
    },
    note: former?.note ?? '',
    rates: rateDraft(t, former?.rates, currency),
    zone_id: former?.zone_id ?? null,
  }
}

/** Returns the request body, with rates if it opens a spot; null while something is invalid. */
export function availabilityRuleBody(t: Translate, draft: AvailabilityRuleDraft, lot: ConsoleLot) {
  const { starts_at, ends_at, repeat_frequency, weekdays, until_on } = draft.recurrence
  const rates = readRates(t, draft.rates, lot.currency)
  if (recurrenceFault(lot.time_zone, draft.recurrence) || !rates) return null
  return {
    starts_at,
    ends_at,
    repeat_frequency,
    weekdays: [...weekdays],
    until_on,
    note: draft.note.trim() || null,
    ...(draft.kind === 'OPEN'
      ? { rates: Object.values(rates).some((cents) => cents !== null) ? rates : null }
      : {}),
  }
}

const shownRule = (t: Translate, draft: AvailabilityRuleDraft, timeFormat: TimeFormat): ShownValue[] => [
  [t('csv.columns.starts_at'), recurrenceText(t, draft.recurrence, timeFormat)],
  [t('spotCalendar.availabilityRule.note'), draft.note],
  ...(draft.kind === 'OPEN' ? shownRates(t, draft.rates) : []),
]

/** Creates or changes an availability rule: its effect, its times, and its note. */
export function AvailabilityRuleDialog({
  lot,
  title,
  text,
  go,
  start,
  canOpen,
  zones,
  isBusy,
  error,
  conflict,
  onSave,
  onClose,
}: {
  lot: ConsoleLot
  title: string
  text: string
  go: string
  start: AvailabilityRuleDraft
  /** Whether it may open the spot as well as close it. */
  canOpen?: boolean
  /** For a closure: the zones it may be limited to. */
  zones?: readonly Zone[]
  isBusy: boolean
  error: CallError | null
  /** What someone else saved meanwhile, and how to reload it or save over it. */
  conflict?: {
    current: AvailabilityRuleDraft
    onReload: () => void
    onAgain: (draft: AvailabilityRuleDraft) => void
  }
  onSave: (draft: AvailabilityRuleDraft) => void
  onClose: () => void
}) {
  const t = useTranslations()
  const [draft, setDraft] = useState(start)
  const { now } = useClock()
  const change = (part: Partial<AvailabilityRuleDraft>) => setDraft((former) => ({ ...former, ...part }))
  const at = fieldOf(error)
  const errorAt = (field: string) => (at?.field === field ? at.message : null)
  const isShown = at !== null && (['note', 'zone_id'].includes(at.field) || at.field.startsWith('rates.'))
  const timeFormat = useTimeFormat(lot.time_zone)
  const isConflict = conflict !== undefined && codeOf(error) === 'availability_changed'
  const isLong = draft.recurrence.ends_at === null || minutesOf(draft.recurrence.ends_at) > minutesOf(now)
  return (
    <ActDialog
      title={title}
      text={text}
      fault={error && !isShown && !isConflict ? error.message : null}
      go={go}
      isBusy={isBusy}
      isReady={availabilityRuleBody(t, draft, lot) !== null}
      onGo={() => onSave(draft)}
      onClose={onClose}
    >
      {isConflict ? (
        <EditConflict
          original={shownRule(t, start, timeFormat)}
          current={shownRule(t, conflict.current, timeFormat)}
          isBusy={isBusy}
          onReload={conflict.onReload}
          onAgain={() => conflict.onAgain(draft)}
        />
      ) : null}
      {canOpen ? (
        <Choice
          name="kind"
          legend={t('spotCalendar.availabilityRule.kind')}
          value={draft.kind}
          onChange={(kind) => change({ kind: kind === 'OPEN' ? 'OPEN' : 'CLOSED' })}
          options={[
            { value: 'OPEN', content: t('spotCalendar.availabilityRule.open') },
            { value: 'CLOSED', content: t('spotCalendar.availabilityRule.closed') },
          ]}
        />
      ) : null}
      {zones && zones.length > 0 ? (
        <NativeSelect
          label={t('spotCalendar.availabilityRule.zone')}
          data={[
            { value: '', label: t('spotCalendar.availabilityRule.wholeLot') },
            ...zones.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={draft.zone_id ?? ''}
          error={errorAt('zone_id')}
          onChange={(event) => change({ zone_id: event.currentTarget.value || null })}
        />
      ) : null}
      <RecurrenceFields
        recurrence={draft.recurrence}
        zone={lot.time_zone}
        onChange={(recurrence) => change({ recurrence })}
        canBeEndless
      />
      {isLong ? null : <p>{t('spotCalendar.availabilityRule.over')}</p>}
      {draft.kind === 'OPEN' ? (
        <>
          <p>{t('spotCalendar.availabilityRule.ratesText')}</p>
          <RateFields
            draft={draft.rates}
            currency={lot.currency}
            errorAt={(column) => errorAt(`rates.${column}`)}
            onChange={(rates) => change({ rates })}
          />
        </>
      ) : null}
      <TextInput
        label={t('spotCalendar.availabilityRule.note')}
        placeholder={draft.kind === 'CLOSED' ? t('spotCalendar.availabilityRule.noteExample') : ''}
        maxLength={300}
        value={draft.note}
        error={errorAt('note')}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
    </ActDialog>
  )
}
