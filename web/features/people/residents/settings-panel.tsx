import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listRuleSetsRoute } from '@openspot/contract/booking/rule-sets.ts'
import {
  type DataSource,
  listDataSourcesRoute,
  patchDataSourceRoute,
} from '@openspot/contract/people/data-sources.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { contactRules, residentGroupings, roommateRules } from '@openspot/core/residents/enums.ts'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { CountField } from '@/ui/count-field.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, FieldRow, Fields, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { mayConnect } from './may-connect.ts'
import css from './residents.module.css'
import { type Settings, settingsBody, settingsOf } from './settings-draft.ts'
import { StatusFields } from './status-fields.tsx'

/** The settings of a data source, each with what it does. */
export function SettingsPanel({ lot, source }: { lot: ConsoleLot; source: DataSource }) {
  const t = useTranslations()
  const [{ status }] = useAddress(['status'])
  const [draft, setDraft] = useState<Settings>(() => settingsOf(source, status))
  const set = (part: Partial<Settings>) => setDraft((before) => ({ ...before, ...part }))
  const params = { lot_id: lot.id }
  const ruleSets = useApiQuery(listRuleSetsRoute, { params }, { client: 'admin' }).data?.items ?? []
  const send = useApiMutation(patchDataSourceRoute, { client: 'admin', refresh: [listDataSourcesRoute] })
  const fault = fieldOf(send.error)
  const errorAt = (field: string) => (fault?.field === field ? fault.message : null)
  const isOwner = mayConnect(lot)
  const save = () =>
    send.mutate(
      { params: { data_source_id: source.id }, body: settingsBody(draft, source) },
      { onSuccess: () => notifications.show({ message: t('residents.settings.saved') }) },
    )
  return (
    <Panel
      title={t('residents.settings.title')}
      text={isOwner ? t('residents.settings.text') : t('residents.settings.readOnly')}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <fieldset className={css.group} disabled={!isOwner}>
          <legend className="sr-only">{t('residents.settings.title')}</legend>
          <Fields>
            {send.error && !errorAt('name') ? <Note tone="bad" title={send.error.message} /> : null}
            <TextInput
              label={t('residents.new.name')}
              description={t('residents.new.nameHelp')}
              required
              maxLength={80}
              value={draft.name}
              error={errorAt('name')}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <Group title={t('residents.settings.who')}>
              <NativeSelect
                label={t('residents.settings.contact_rule.label')}
                description={t('residents.settings.contact_rule.help')}
                value={draft.contact_rule}
                data={contactRules.map((value) => ({
                  value,
                  label: t(`residents.settings.contact_rule.values.${value}`),
                }))}
                onChange={({ currentTarget: { value } }) => {
                  if (isOneOf(contactRules, value)) set({ contact_rule: value })
                }}
              />
              <NativeSelect
                label={t('residents.settings.roommates.label')}
                description={t('residents.settings.roommates.help')}
                value={draft.roommates}
                data={roommateRules.map((value) => ({
                  value,
                  label: t(`residents.settings.roommates.values.${value}`),
                }))}
                onChange={({ currentTarget: { value } }) => {
                  if (isOneOf(roommateRules, value)) set({ roommates: value })
                }}
              />
              <Toggle name="requires_lease_end" draft={draft} set={set} />
              <Toggle name="requires_move_out" draft={draft} set={set} />
            </Group>
            <Group title={t('residents.settings.when')}>
              <FieldRow>
                <CountField
                  label={t('residents.settings.early_in_days.label')}
                  description={t('residents.settings.early_in_days.help')}
                  unit={t('residents.settings.days')}
                  max={90}
                  value={draft.early_in_days}
                  error={errorAt('early_in_days')}
                  onChange={(value) => set({ early_in_days: value })}
                />
                <CountField
                  label={t('residents.settings.late_out_days.label')}
                  description={t('residents.settings.late_out_days.help')}
                  unit={t('residents.settings.days')}
                  max={90}
                  value={draft.late_out_days}
                  error={errorAt('late_out_days')}
                  onChange={(value) => set({ late_out_days: value })}
                />
              </FieldRow>
              {source.kind === 'CONNECTION' ? (
                <CountField
                  label={t('residents.settings.sync_hours.label')}
                  description={t('residents.settings.sync_hours.help')}
                  unit={t('residents.settings.sync_hours.unit')}
                  min={1}
                  max={168}
                  value={draft.sync_hours}
                  error={errorAt('sync_hours')}
                  onChange={(value) => set({ sync_hours: value })}
                />
              ) : null}
            </Group>
            <Group title={t('residents.settings.what')}>
              <Toggle name="sends_invites" draft={draft} set={set} />
              <Toggle name="imports_vehicles" draft={draft} set={set} />
              <NativeSelect
                label={t('residents.settings.grouping.label')}
                description={t('residents.settings.grouping.help')}
                value={draft.grouping}
                data={residentGroupings.map((value) => ({
                  value,
                  label: t(`residents.settings.grouping.values.${value}`),
                }))}
                onChange={({ currentTarget: { value } }) => {
                  if (isOneOf(residentGroupings, value)) set({ grouping: value })
                }}
              />
              {draft.grouping === 'NONE' ? null : (
                <NativeSelect
                  label={t('residents.settings.rule_set_id.label')}
                  description={t('residents.settings.rule_set_id.help')}
                  value={draft.rule_set_id ?? ''}
                  error={errorAt('rule_set_id')}
                  data={[
                    { value: '', label: t('residents.settings.rule_set_id.none') },
                    ...ruleSets.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                  onChange={({ currentTarget: { value } }) => set({ rule_set_id: value || null })}
                />
              )}
            </Group>
            <Group title={t('residents.settings.leaseStatuses')}>
              <StatusFields draft={draft} set={set} isLocked={!isOwner} />
            </Group>
            {isOwner ? (
              <Buttons>
                <GatedButton
                  type="submit"
                  loading={send.isPending}
                  why={draft.name.trim() === '' ? t('common.why.fill') : null}
                >
                  {t('residents.settings.save')}
                </GatedButton>
              </Buttons>
            ) : null}
          </Fields>
        </fieldset>
      </form>
    </Panel>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

type Toggled = 'requires_lease_end' | 'requires_move_out' | 'sends_invites' | 'imports_vehicles'

function Toggle({
  name,
  draft,
  set,
}: {
  name: Toggled
  draft: Settings
  set: (part: Partial<Settings>) => void
}) {
  const t = useTranslations()
  return (
    <Switch
      label={t(`residents.settings.${name}.label`)}
      description={t(`residents.settings.${name}.help`)}
      checked={draft[name]}
      onChange={(event) => set({ [name]: event.currentTarget.checked })}
    />
  )
}
