'use client'
import { NativeSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { listGroupsRoute } from '@openspot/contract/people/groups.ts'
import { createInviteRoute, listInvitesRoute, type MadeInvite } from '@openspot/contract/people/invites.ts'
import { type InviteKind, inviteKinds, isOneOf, lotRoles } from '@openspot/core/enums.ts'
import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { rolesToGive } from '@/lib/member.ts'
import { typedPhone } from '@/lib/typed-phone.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { FieldRow } from '@/ui/panel.tsx'
import { inviteBody, noInvite } from './invite-draft.ts'

/** Invites one person, or creates a link for several. */
export function InviteDialog({
  lot,
  onMade,
  onClose,
}: {
  lot: ConsoleLot
  onMade: (made: MadeInvite) => void
  onClose: () => void
}) {
  const t = useTranslations()
  const params = { lot_id: lot.id }
  const groups = useApiQuery(listGroupsRoute, { params }, { client: 'admin' }).data?.items ?? []
  const spots =
    useApiQuery(listMonitorSpotsRoute, { params, query: {} }, { client: 'admin' }).data?.items ?? []
  const [kind, setKind] = useState<InviteKind>('EMAIL')
  const [draft, setDraft] = useState(noInvite)
  const change = (part: Partial<typeof draft>) => setDraft((former) => ({ ...former, ...part }))
  const send = useApiMutation(createInviteRoute, { client: 'admin', refresh: [listInvitesRoute] })
  const at = fieldOf(send.error)
  const errorAt = (field: string) => (at?.field === field ? at.message : null)
  const input = (
    name: 'email' | 'phone' | 'first_name' | 'last_name',
    more: ComponentProps<typeof TextInput> = {},
  ) => (
    <TextInput
      name={name}
      label={t(`invites.form.${name}`)}
      value={draft[name]}
      autoComplete="off"
      maxLength={100}
      error={errorAt(name)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      {...more}
    />
  )
  const isReady = kind === 'LINK' || draft[kind === 'EMAIL' ? 'email' : 'phone'].trim() !== ''
  return (
    <ActDialog
      title={t('invites.add')}
      text={
        kind === 'LINK'
          ? t('invites.form.linkText')
          : kind === 'PHONE'
            ? t('invites.form.phoneText')
            : t('invites.text')
      }
      fault={send.error && !at ? send.error.message : null}
      go={kind === 'EMAIL' ? t('invites.form.go') : t('invites.form.goLink')}
      isBusy={send.isPending}
      isReady={isReady}
      onGo={() =>
        send.mutate(
          { body: inviteBody(lot.id, kind, draft) },
          {
            onSuccess: (made) => {
              if (made.invite.email) {
                const { email } = made
                const held =
                  email === 'ADDRESSEE_LIMIT' || email === 'LOT_LIMIT' ? t(`invites.held.${email}`) : null
                notifications.show({
                  message: held ?? t('invites.form.sent', { to: made.invite.email }),
                  ...(held === null ? {} : { color: 'orange' }),
                })
              }
              onMade(made)
            },
          },
        )
      }
      onClose={onClose}
    >
      <NativeSelect
        label={t('invites.form.how')}
        data={inviteKinds.map((value) => ({ value, label: t(`invites.form.hows.${value}`) }))}
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          send.reset()
          if (isOneOf(inviteKinds, value)) setKind(value)
        }}
      />
      {kind === 'EMAIL' ? input('email', { type: 'email', maxLength: 254 }) : null}
      {kind === 'PHONE'
        ? input('phone', {
            type: 'tel',
            maxLength: 30,
            onChange: ({ currentTarget }) =>
              change({ phone: typedPhone(currentTarget, draft.phone, lot.country) }),
          })
        : null}
      {kind === 'LINK' ? null : (
        <FieldRow>
          {input('first_name')}
          {input('last_name')}
        </FieldRow>
      )}
      {kind === 'LINK' ? (
        <NumberInput
          label={t('invites.form.max_uses')}
          size="md"
          allowDecimal={false}
          min={1}
          max={1000}
          value={draft.max_uses}
          error={errorAt('max_uses')}
          onChange={(value) => change({ max_uses: Number(value) || 1 })}
        />
      ) : (
        <NativeSelect
          label={t('invites.form.role')}
          description={t(`members.offered.${draft.role}`)}
          data={rolesToGive(lot).map((value) => ({ value, label: t(`staff.roles.${value}`) }))}
          value={draft.role}
          error={errorAt('role')}
          onChange={({ currentTarget: { value } }) => isOneOf(lotRoles, value) && change({ role: value })}
        />
      )}
      <FieldRow>
        <NativeSelect
          label={t('invites.form.group')}
          data={[
            { value: '', label: t('invites.form.noGroup') },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={draft.group_id}
          error={errorAt('group_id')}
          onChange={(event) => change({ group_id: event.currentTarget.value })}
        />
        {kind === 'LINK' ? null : (
          <Select
            size="md"
            label={t('invites.form.spot')}
            placeholder={t('invites.form.noSpot')}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('invites.form.noSpot') }}
            data={spots
              .filter(({ assigned_to }) => assigned_to === null)
              .map(({ id, label }) => ({ value: id, label }))}
            value={draft.spot_id}
            error={errorAt('spot_id')}
            onChange={(spot_id) => change({ spot_id })}
          />
        )}
      </FieldRow>
      <NumberInput
        label={t('invites.form.days')}
        size="md"
        allowDecimal={false}
        min={1}
        max={90}
        value={draft.expires_in_days}
        error={errorAt('expires_in_days')}
        onChange={(value) => change({ expires_in_days: Number(value) || 14 })}
      />
    </ActDialog>
  )
}
