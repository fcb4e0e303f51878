'use client'
import { Button } from '@mantine/core'
import { signInWithPasskeyRoute, startPasskeySignInRoute } from '@openspot/contract/identity/passkeys.ts'
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { Note } from '@/ui/states.tsx'
import { continueSignedIn } from './continue-signed-in.ts'

const never = () => () => {}

/** Signs in with a passkey if the browser supports them. */
export function PasskeyButton({ next }: { next: string }) {
  const t = useTranslations()
  const has = useSyncExternalStore(never, browserSupportsWebAuthn, () => false)
  const enter = useMutation({
    mutationFn: async () => {
      const optionsJSON = await callApi(startPasskeySignInRoute, {})
      // Canceling the browser's own dialog is not a refusal by the server.
      const given = await startAuthentication({ optionsJSON }).catch(() => null)
      if (given === null) throw new Error(t('auth.passkeyFailed'))
      return callApi(signInWithPasskeyRoute, {
        body: { authentication: { ...given, clientExtensionResults: {} } },
      })
    },
    onSuccess: () => continueSignedIn(next),
  })
  if (!has) return null
  return (
    <>
      {enter.error ? <Note tone="bad" title={enter.error.message} /> : null}
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden="true" />}
        loading={enter.isPending || enter.isSuccess}
        onClick={() => enter.mutate()}
      >
        {t('auth.passkey')}
      </Button>
    </>
  )
}
