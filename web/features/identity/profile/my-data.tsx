'use client'
import { Button, Modal, TextInput } from '@mantine/core'
import type { CallError } from '@openspot/contract/call.ts'
import { eraseMeRoute, exportMyDataRoute } from '@openspot/contract/identity/my-data.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { leaveDevice } from '@/lib/patrol/leave-device.ts'
import { saveFile } from '@/lib/save-file.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { Note } from '@/ui/states.tsx'
import css from './account.module.css'

/** What keeps an account from being erased, as the API names it. */
const openKinds = [
  'reservation',
  'hosted_reservation',
  'subscription',
  'invoice',
  'refund',
  'dispute',
  'earnings',
  'payout',
  'owned_lot',
] as const

/** Download of personal data, and deletion of the account. Guests have no account, only data. */
export function MyDataPanel({ user_id, isGuest }: { user_id: string; isGuest: boolean }) {
  const t = useTranslations()
  const [isOpen, setIsOpen] = useState(false)
  const copy = useMutation<void, CallError>({
    mutationFn: async () => {
      const text = JSON.stringify(await callApi(exportMyDataRoute, {}), null, 2)
      saveFile(new File([text], 'openspot-my-data.json', { type: 'application/json' }))
    },
  })
  return (
    <Panel title={t('account.dataTitle')} text={isGuest ? t('account.guestDataText') : t('account.dataText')}>
      {copy.error ? <Refusal error={copy.error} path="/me/profile" /> : null}
      <Buttons>
        <Button variant="default" loading={copy.isPending} onClick={() => copy.mutate()}>
          {t('account.exportGo')}
        </Button>
        <Button variant="outline" color="red" onClick={() => setIsOpen(true)}>
          {isGuest ? t('account.eraseGuest') : t('account.erase')}
        </Button>
      </Buttons>
      {isOpen ? <EraseDialog user_id={user_id} isGuest={isGuest} onClose={() => setIsOpen(false)} /> : null}
    </Panel>
  )
}

function EraseDialog({
  user_id,
  isGuest,
  onClose,
}: {
  user_id: string
  isGuest: boolean
  onClose: () => void
}) {
  const t = useTranslations()
  const [word, setWord] = useState('')
  const erase = useApiMutation(eraseMeRoute)
  const open = openOf(erase.error)
  return (
    <Modal opened onClose={onClose} title={isGuest ? t('account.eraseGuestTitle') : t('account.eraseTitle')}>
      <form
        className={css.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          erase.mutate(
            {},
            {
              onSuccess: () => void leaveDevice(user_id),
            },
          )
        }}
      >
        <p>{t('account.eraseText')}</p>
        {open.length > 0 ? (
          <Note title={t('account.openTitle')}>
            <ul>
              {open.map(({ kind, id, lot_name }) => (
                <li key={`${kind} ${id}`}>
                  {isOneOf(openKinds, kind) ? t(`account.open.${kind}`) : kind}: {lot_name}
                </li>
              ))}
            </ul>
          </Note>
        ) : erase.error ? (
          <Refusal error={erase.error} path="/me/profile" />
        ) : null}
        <TextInput
          label={t('account.eraseWord')}
          autoComplete="off"
          autoCapitalize="none"
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
        <Buttons>
          <Button variant="default" onClick={onClose}>
            {t('account.keep')}
          </Button>
          <GatedButton
            type="submit"
            color="red"
            loading={erase.isPending || erase.isSuccess}
            why={word.trim().toLowerCase() === t('account.eraseWordIs') ? null : t('account.eraseWord')}
          >
            {t('account.eraseGo')}
          </GatedButton>
        </Buttons>
      </form>
    </Modal>
  )
}

/** Returns what the refusal names as still open. */
function openOf(error: CallError | null): { kind: string; id: string; lot_name: string }[] {
  const open = error?.body.details?.['open']
  return Array.isArray(open) ? open : []
}
