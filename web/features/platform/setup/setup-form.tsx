'use client'
import { TextInput } from '@mantine/core'
import { setUpRoute } from '@openspot/contract/platform/admins.ts'
import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Note } from '@/ui/states.tsx'
import { keepToken, keptToken } from './kept-token.ts'
import css from './setup.module.css'

const tokenInAddress = () => window.location.hash.slice(1) || keptToken()

function watchAddress(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}

/** Sends the token, which the address has behind its # so that no log contains it. */
export function SetupForm({ email }: { email: string }) {
  const t = useTranslations()
  const inAddress = useSyncExternalStore(watchAddress, tokenInAddress, () => '')
  const [typed, setTyped] = useState<string | null>(null)
  const token = typed ?? inAddress
  const setUp = useApiMutation(setUpRoute, { client: 'admin' })
  const field = fieldOf(setUp.error)
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        setUp.mutate(
          { body: { token: token.trim() } },
          {
            onSuccess: () => {
              keepToken('')
              window.location.assign('/platform')
            },
          },
        )
      }}
    >
      <p>{t('setup.text')}</p>
      <p className={css.aside}>{t('setup.asWho', { email })}</p>
      {setUp.error && field?.field !== 'token' ? <Note tone="bad" title={setUp.error.message} /> : null}
      <TextInput
        label={t('setup.token')}
        description={t('setup.tokenText')}
        name="token"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={token}
        error={field?.field === 'token' ? field.message : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <GatedButton
        type="submit"
        h={48}
        loading={setUp.isPending || setUp.isSuccess}
        why={missingText(t, [[t('setup.token'), token.trim() !== '']])}
      >
        {t('setup.go')}
      </GatedButton>
    </form>
  )
}
