'use client'
import { Modal, TextInput } from '@mantine/core'
import { CallError } from '@openspot/contract/call.ts'
import {
  addPasskeyRoute,
  type Passkey,
  renamePasskeyRoute,
  startPasskeyRoute,
} from '@openspot/contract/identity/passkeys.ts'
import { getWaysInRoute } from '@openspot/contract/identity/second-factors.ts'
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { reloadQueries } from '@/lib/reload-queries.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Buttons } from '@/ui/panel.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { Note } from '@/ui/states.tsx'
import css from './account.module.css'

/** Names a passkey: a new one, which the browser then creates, or an existing one. */
export function PasskeyDialog({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const t = useTranslations()
  const queries = useQueryClient()
  const [name, setName] = useState(passkey?.name ?? '')
  const save = useMutation({
    mutationFn: async () => {
      if (passkey) return callApi(renamePasskeyRoute, { params: { passkey_id: passkey.id }, body: { name } })
      if (!browserSupportsWebAuthn()) throw new Error(t('account.passkeyUnknown'))
      const optionsJSON = await callApi(startPasskeyRoute, {})
      const made = await startRegistration({ optionsJSON }).catch(() => null)
      if (made === null) throw new Error(t('account.passkeyFailed'))
      const { clientDataJSON, attestationObject, transports = [] } = made.response
      return callApi(addPasskeyRoute, {
        body: {
          name,
          registration: {
            id: made.id,
            rawId: made.rawId,
            type: made.type,
            clientExtensionResults: {},
            response: { clientDataJSON, attestationObject, transports },
          },
        },
      })
    },
    onSuccess: async () => {
      await reloadQueries(queries, [getWaysInRoute])
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={passkey ? t('account.passkeyRename') : t('account.passkeyAdd')}>
      <form
        className={css.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        {save.error instanceof CallError ? (
          <Refusal error={save.error} path="/me/profile" />
        ) : save.error ? (
          <Note title={save.error.message} />
        ) : null}
        <TextInput
          label={t('account.passkeyName')}
          placeholder={t('account.passkeyNamePlace')}
          data-autofocus
          required
          withAsterisk={false}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Buttons>
          <GatedButton
            type="submit"
            loading={save.isPending}
            why={missingText(t, [[t('account.passkeyName'), name.trim() !== '']])}
          >
            {passkey ? t('common.save') : t('account.passkeyMake')}
          </GatedButton>
        </Buttons>
      </form>
    </Modal>
  )
}
