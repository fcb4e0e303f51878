'use client'
import { Button, Modal, Textarea } from '@mantine/core'
import {
  banUserRoute,
  getPlatformUserRoute,
  listPlatformUsersRoute,
  type PlatformUserDetail,
  unbanUserRoute,
} from '@openspot/contract/platform/platform.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Buttons } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './platform.module.css'
import { userName } from './user-name.ts'

/** Bans or unbans a user, with a reason that is recorded. */
export function BanDialog({ user, onClose }: { user: PlatformUserDetail; onClose: () => void }) {
  const t = useTranslations()
  const isBanned = user.account_status === 'BANNED'
  const [reason, setReason] = useState('')
  const send = useApiMutation(isBanned ? unbanUserRoute : banUserRoute, {
    client: 'admin',
    refresh: [getPlatformUserRoute, listPlatformUsersRoute],
  })
  const name = userName(t, user)
  return (
    <Modal
      opened
      onClose={onClose}
      title={isBanned ? t('people.unbanTitle', { name }) : t('people.banTitle', { name })}
    >
      <form
        className={css.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate({ params: { user_id: user.id }, body: { reason } }, { onSuccess: onClose })
        }}
      >
        <p>{isBanned ? t('people.unbanText') : t('people.banText')}</p>
        {send.error ? <Note tone="bad" title={send.error.message} /> : null}
        <Textarea
          label={t('people.banReason')}
          description={t('people.banReasonText')}
          data-autofocus
          required
          withAsterisk={false}
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Buttons>
          <Button variant="default" onClick={onClose}>
            {t('people.keep')}
          </Button>
          <GatedButton
            type="submit"
            {...(isBanned ? {} : { color: 'red' })}
            loading={send.isPending}
            why={missingText(t, [[t('people.banReason'), reason.trim() !== '']])}
          >
            {isBanned ? t('people.unbanGo') : t('people.banGo')}
          </GatedButton>
        </Buttons>
      </form>
    </Modal>
  )
}
