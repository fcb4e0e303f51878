'use client'
import { Button } from '@mantine/core'
import { grantAdminRoute, revokeAdminRoute } from '@openspot/contract/platform/admins.ts'
import {
  getPlatformUserRoute,
  listPlatformUsersRoute,
  type PlatformUserDetail,
} from '@openspot/contract/platform/platform.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { SecondFactorNote, useLacksSecondFactor } from './second-factor-note.tsx'
import { userName } from './user-name.ts'

const isAdmin = ({ roles }: Pick<PlatformUserDetail, 'roles'>) => roles.includes('OPENSPOT_ADMIN')

/** Makes a user a platform admin or ends their access; not for the admin's own account. */
export function AdminAccess({ user }: { user: PlatformUserDetail }) {
  const t = useTranslations()
  const [isOpen, setIsOpen] = useState(false)
  if (!isAdmin(user) && user.account_status !== 'ACTIVE') return null
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {isAdmin(user) ? t('people.revokeAdmin') : t('people.grantAdmin')}
      </Button>
      {isOpen ? <AdminDialog user={user} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function AdminDialog({ user, onClose }: { user: PlatformUserDetail; onClose: () => void }) {
  const t = useTranslations()
  const [reason, setReason] = useState('')
  const lacksSecondFactor = useLacksSecondFactor()
  const send = useApiMutation(isAdmin(user) ? revokeAdminRoute : grantAdminRoute, {
    client: 'admin',
    refresh: [getPlatformUserRoute, listPlatformUsersRoute],
  })
  const name = userName(t, user)
  const texts = isAdmin(user)
    ? { title: t('people.revokeAdminTitle', { name }), text: t('people.revokeAdminText') }
    : { title: t('people.grantAdminTitle', { name }), text: t('people.grantAdminText') }
  return (
    <FormDialog
      title={texts.title}
      error={null}
      submit={isAdmin(user) ? t('people.revokeAdminGo') : t('people.grantAdminGo')}
      isBusy={send.isPending}
      isReady={!lacksSecondFactor && reason.trim() !== ''}
      onSubmit={() => send.mutate({ params: { user_id: user.id }, body: { reason } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      {send.error ? <Refusal error={send.error} path={`/platform/users/${user.id}`} /> : null}
      {lacksSecondFactor ? (
        <SecondFactorNote user_id={user.id} />
      ) : (
        <ReasonField
          label={t('people.banReason')}
          description={t('people.adminReasonText')}
          reason={reason}
          error={null}
          onChange={setReason}
        />
      )}
    </FormDialog>
  )
}
