'use client'
import { signOutRoute } from '@openspot/contract/identity/auth.ts'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { leaveDevice, patrolDevice } from '@/lib/patrol/leave-device.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'

/**
 * Signs out and deletes what this person's patrols left on this device. Asks first if the server doesn't have all of it: show
 * `question` where `ask` is called.
 */
export function useSignOut(user_id: string | undefined): {
  ask: () => Promise<void>
  isBusy: boolean
  question: ReactNode
} {
  const t = useTranslations()
  const leave = useApiMutation(signOutRoute)
  const [unsent, setUnsent] = useState(0)
  const signOut = () => leave.mutate({}, { onSuccess: () => void leaveDevice(user_id) })
  const ask = async () => {
    const count = user_id === undefined ? 0 : await (await patrolDevice()).countUnsent(user_id)
    if (count > 0) setUnsent(count)
    else signOut()
  }
  const question = (
    <ConfirmDialog
      title={t('patrol.signOut.title')}
      text={t('patrol.signOut.text', { count: unsent })}
      opened={unsent > 0}
      isBusy={leave.isPending}
      error={leave.error}
      yes={t('patrol.signOut.yes')}
      no={t('patrol.signOut.no')}
      onYes={signOut}
      onClose={() => setUnsent(0)}
    />
  )
  return { ask, isBusy: leave.isPending, question }
}
