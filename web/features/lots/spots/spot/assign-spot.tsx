'use client'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { notifications } from '@mantine/notifications'
import { createAssignmentRoute, listAssignmentsRoute } from '@openspot/contract/lots/assignments.ts'
import { getSpotRoute, type StaffSpot } from '@openspot/contract/lots/spots.ts'
import { listGroupsRoute } from '@openspot/contract/people/groups.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { calendarAnswers } from '@/features/lots/spots/calendar-answers.ts'
import { fieldOf } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { dateText } from '@/ui/date-text.ts'
import { MemberPicker } from '@/ui/member/member-picker.tsx'
import { FieldRow } from '@/ui/panel.tsx'

const kinds = ['member', 'group'] as const

/** Assigns a spot to a member or a group for a date range or open-ended. */
export function AssignSpot({
  spot,
  lot,
  onClose,
}: {
  spot: StaffSpot
  lot: ConsoleLot
  onClose: () => void
}) {
  const t = useTranslations()
  const today = localDate(lot.time_zone, minutesOf(useClock().now))
  const [kind, setKind] = useState<(typeof kinds)[number]>('member')
  const [user_id, setUser] = useState<string | null>(null)
  const [group_id, setGroup] = useState('')
  const [starts_on, setStart] = useState(today)
  const [ends_on, setEnd] = useState<string | null>(null)
  const groups = useApiQuery(listGroupsRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  const give = useApiMutation(createAssignmentRoute, {
    client: 'admin',
    refresh: [...calendarAnswers, getSpotRoute, listAssignmentsRoute],
  })
  const at = fieldOf(give.error)
  const fields = ['user_id', 'group_id', 'starts_on', 'ends_on']
  const errorAt = (field: string) => (at?.field === field ? at.message : null)
  const assignee = kind === 'member' ? (user_id ? { user_id } : null) : group_id ? { group_id } : null
  const go = () =>
    assignee &&
    give.mutate(
      { params: { spot_id: spot.id }, body: { ...assignee, starts_on, ends_on } },
      {
        onSuccess: () => {
          notifications.show({ message: t('lotSpots.give.done', { label: spot.label }) })
          onClose()
        },
      },
    )
  return (
    <ActDialog
      title={t('lotSpots.give.title', { label: spot.label })}
      text={t('lotSpots.give.text')}
      fault={give.error && !fields.includes(at?.field ?? '') ? give.error.message : null}
      go={t('lotSpots.give.go')}
      isBusy={give.isPending}
      isReady={assignee !== null}
      onGo={go}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={t('lotSpots.give.to')}
        value={kind}
        onChange={(value) => isOneOf(kinds, value) && setKind(value)}
        data={kinds.map((value) => ({ value, label: t(`lotSpots.give.kinds.${value}`) }))}
      />
      {kind === 'member' ? (
        <MemberPicker
          lot_id={lot.id}
          label={t('lotSpots.give.member')}
          value={user_id}
          error={errorAt('user_id')}
          onChange={setUser}
        />
      ) : (
        <NativeSelect
          size="md"
          label={t('lotSpots.give.group')}
          description={t('lotSpots.give.groupText')}
          value={group_id}
          error={errorAt('group_id')}
          data={[
            { value: '', label: t('lotSpots.give.noGroup') },
            ...(groups.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => setGroup(event.currentTarget.value)}
        />
      )}
      <FieldRow>
        <DatePickerInput
          valueFormatter={dateText(t, { withYear: true })}
          label={t('lotSpots.give.from')}
          value={starts_on}
          minDate={today}
          error={errorAt('starts_on')}
          onChange={(day) => day && setStart(day)}
        />
        <DatePickerInput
          valueFormatter={dateText(t, { withYear: true })}
          label={t('lotSpots.give.until')}
          placeholder={t('lotSpots.give.forEver')}
          clearable
          clearButtonProps={{ 'aria-label': t('lotSpots.give.clear') }}
          value={ends_on}
          minDate={starts_on}
          error={errorAt('ends_on')}
          onChange={setEnd}
        />
      </FieldRow>
    </ActDialog>
  )
}
