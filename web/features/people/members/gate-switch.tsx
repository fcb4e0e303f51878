import { Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { allowMemberGatesRoute } from '@openspot/contract/operations/gates.ts'
import { getLotUserRoute, listMembersRoute, type Member } from '@openspot/contract/people/memberships.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'

/** Lets a member open the gates without a reservation or an assigned spot. */
export function GateSwitch({ lot, member }: { lot: ConsoleLot; member: Member }) {
  const t = useTranslations()
  const allow = useApiMutation(allowMemberGatesRoute, {
    client: 'admin',
    refresh: [getLotUserRoute, listMembersRoute],
  })
  return (
    <Switch
      label={t('members.one.opensGates')}
      description={t('members.one.opensGatesText')}
      checked={member.opens_gates ?? false}
      disabled={allow.isPending}
      onChange={({ currentTarget: { checked } }) =>
        allow.mutate(
          { params: { lot_id: lot.id, user_id: member.user_id }, body: { is_allowed: checked } },
          {
            onSuccess: () => notifications.show({ message: t('members.one.saved') }),
            onError: ({ message }) => notifications.show({ color: 'red', message }),
          },
        )
      }
    />
  )
}
