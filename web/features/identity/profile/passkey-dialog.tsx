'use client'
import { Button, Modal, TextInput } from '@mantine/core'
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
import { callApi } from '@/lib/api.ts'
import { Buttons } from '@/ui/panel.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './account.module.css'

/** Names a passkey: a new one, which the browser then creates, or an existing one. */
export function PasskeyDialog({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const say = words.account
  const queries = useQueryClient()
  const [name, setName] = useState(passkey?.name ?? '')
  const save = useMutation({
    mutationFn: async () => {
      if (passkey) return callApi(renamePasskeyRoute, { params: { passkey_id: passkey.id }, body: { name } })
      if (!browserSupportsWebAuthn()) throw new Error(say.passkeyUnknown)
      const optionsJSON = await callApi(startPasskeyRoute, {})
      const made = await startRegistration({ optionsJSON }).catch(() => null)
      if (made === null) throw new Error(say.passkeyFailed)
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
      await queries.invalidateQueries({ queryKey: [getWaysInRoute.url] })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={passkey ? say.passkeyRename : say.passkeyAdd}>
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
          label={say.passkeyName}
          placeholder={say.passkeyNamePlace}
          data-autofocus
          required
          withAsterisk={false}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Buttons>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            {passkey ? words.common.save : say.passkeyMake}
          </Button>
        </Buttons>
      </form>
    </Modal>
  )
}
