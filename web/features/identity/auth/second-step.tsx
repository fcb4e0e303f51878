'use client'
import { Button, TextInput } from '@mantine/core'
import { signInWithSecondFactorRoute } from '@openspot/contract/identity/auth.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'
import { continueSignedIn } from './continue-signed-in.ts'

/** Asks for the code of the authenticator app or a backup code. */
export function SecondStep({ ticket, next, onBack }: { ticket: string; next: string; onBack: () => void }) {
  const t = useTranslations()
  const [code, setCode] = useState('')
  const enter = useApiMutation(signInWithSecondFactorRoute)
  const field = fieldOf(enter.error)
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        enter.mutate({ body: { ticket, code: code.trim() } }, { onSuccess: () => continueSignedIn(next) })
      }}
    >
      <h2>{t('auth.stepTitle')}</h2>
      <p className={css.aside}>{t('auth.stepText')}</p>
      {enter.error && !field ? <Note tone="bad" title={enter.error.message} /> : null}
      <TextInput
        label={t('auth.code')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        required
        withAsterisk={false}
        minLength={6}
        maxLength={20}
        value={code}
        error={field?.message ?? null}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" h={48} loading={enter.isPending || enter.isSuccess}>
        {t('auth.stepGo')}
      </Button>
      <Button variant="default" onClick={onBack}>
        {t('auth.stepBack')}
      </Button>
    </form>
  )
}
