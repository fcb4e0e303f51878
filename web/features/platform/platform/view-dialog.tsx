'use client'
import { Button } from '@mantine/core'
import { beginAccountViewRoute } from '@openspot/contract/platform/account-views.ts'
import type { PlatformUserDetail } from '@openspot/contract/platform/platform.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { SecondFactorNote, useLacksSecondFactor } from './second-factor-note.tsx'
import { userName } from './user-name.ts'

/** Begins to see the product as this user; not for other platform admins. */
export function ViewAccount({ user }: { user: PlatformUserDetail }) {
  const t = useTranslations()
  const [isOpen, setIsOpen] = useState(false)
  if (user.roles.length > 0 || (user.account_status !== 'ACTIVE' && user.account_status !== 'GHOST'))
    return null
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('accountView.action')}
      </Button>
      {isOpen ? <ViewDialog user={user} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function ViewDialog({ user, onClose }: { user: PlatformUserDetail; onClose: () => void }) {
  const t = useTranslations()
  const [reason, setReason] = useState('')
  const lacksSecondFactor = useLacksSecondFactor()
  const begin = useApiMutation(beginAccountViewRoute, { client: 'admin' })
  return (
    <FormDialog
      title={t('accountView.title', { name: userName(t, user) })}
      error={null}
      submit={t('accountView.go')}
      isBusy={begin.isPending}
      isReady={!lacksSecondFactor && reason.trim() !== ''}
      onSubmit={() =>
        begin.mutate(
          { params: { user_id: user.id }, body: { reason } },
          // A new page, so that nothing that the admin has loaded remains.
          { onSuccess: () => window.location.assign('/me') },
        )
      }
      onClose={onClose}
    >
      <p>{t('accountView.text')}</p>
      {begin.error ? <Refusal error={begin.error} path={`/platform/users/${user.id}`} /> : null}
      {lacksSecondFactor ? (
        <SecondFactorNote user_id={user.id} />
      ) : (
        <ReasonField
          label={t('accountView.reason')}
          description={t('accountView.reasonText')}
          reason={reason}
          error={null}
          onChange={setReason}
        />
      )}
    </FormDialog>
  )
}
