'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { mergeUserRoute, previewMergeRoute } from '@openspot/contract/platform/merges.ts'
import {
  getPlatformUserRoute,
  listPlatformUsersRoute,
  type PlatformUserDetail,
} from '@openspot/contract/platform/platform.ts'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { ErrorState } from '@/ui/states.tsx'
import { MergePlan } from './merge-plan.tsx'
import { MergeSearch } from './merge-search.tsx'
import { SecondFactorNote, useLacksSecondFactor } from './second-factor-note.tsx'
import { userName } from './user-name.ts'

/** Merges this account into another one that the admin finds: what moves and what prevents it is shown before. */
export function MergeAccount({ user }: { user: PlatformUserDetail }) {
  const t = useTranslations()
  const [isOpen, setIsOpen] = useState(false)
  if (user.roles.length > 0 || (user.account_status !== 'ACTIVE' && user.account_status !== 'GHOST'))
    return null
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('accountMerge.action')}
      </Button>
      {isOpen ? <MergeDialog user={user} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function MergeDialog({ user, onClose }: { user: PlatformUserDetail; onClose: () => void }) {
  const t = useTranslations()
  const router = useRouter()
  const [into_user_id, setIntoId] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const lacksSecondFactor = useLacksSecondFactor()
  const params = { user_id: user.id }
  const preview = useApiQuery(
    previewMergeRoute,
    { params, query: { into_user_id: into_user_id ?? user.id } },
    { client: 'admin', enabled: into_user_id !== null, fresh: true },
  )
  const merge = useApiMutation(mergeUserRoute, {
    client: 'admin',
    refresh: [getPlatformUserRoute, listPlatformUsersRoute],
  })
  const plan = into_user_id === null ? undefined : preview.data
  const isPossible = plan?.blockers.length === 0
  return (
    <FormDialog
      title={t('accountMerge.title', { name: userName(t, user) })}
      size="lg"
      error={null}
      submit={t('accountMerge.go')}
      isBusy={merge.isPending}
      isReady={!lacksSecondFactor && isPossible && reason.trim() !== ''}
      onSubmit={() => {
        if (into_user_id === null) return
        merge.mutate(
          { params, body: { into_user_id, reason } },
          {
            onSuccess: () => {
              notifications.show({ message: t('accountMerge.done') })
              router.push(`/platform/users/${into_user_id}`)
            },
          },
        )
      }}
      onClose={onClose}
    >
      <p>{t('accountMerge.text')}</p>
      {merge.error ? <Refusal error={merge.error} path={`/platform/users/${user.id}`} /> : null}
      {lacksSecondFactor ? <SecondFactorNote user_id={user.id} /> : null}
      {into_user_id === null && !lacksSecondFactor ? (
        <MergeSearch but={user.id} onChoose={setIntoId} />
      ) : null}
      {into_user_id !== null && preview.error ? (
        <ErrorState error={preview.error} onRetry={() => preview.refetch()} />
      ) : null}
      {plan ? (
        <>
          <MergePlan plan={plan} />
          <p>
            <Button variant="subtle" onClick={() => setIntoId(null)}>
              {t('accountMerge.change')}
            </Button>
          </p>
        </>
      ) : null}
      {isPossible ? (
        <ReasonField
          label={t('accountMerge.reason')}
          description={t('accountMerge.reasonText')}
          reason={reason}
          error={null}
          onChange={setReason}
        />
      ) : null}
    </FormDialog>
  )
}
