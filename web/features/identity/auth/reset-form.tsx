'use client'
import { Button, PasswordInput } from '@mantine/core'
import { resetPasswordRoute } from '@openspot/contract/identity/auth.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'
import { SecondStep } from './second-step.tsx'
import { needsSecondStep, useSignInContinuation } from './use-sign-in-continuation.ts'

/** Sets a new password through an emailed link. */
export function ResetForm({ token, next }: { token: string; next: string }) {
  const t = useTranslations()
  const [password, setPassword] = useState('')
  const reset = useApiMutation(resetPasswordRoute)
  const entering = useSignInContinuation(next)
  const field = fieldOf(reset.error)
  if (entering.ticket) {
    const back = () => window.location.assign(`/sign-in?next=${encodeURIComponent(next)}`)
    return <SecondStep ticket={entering.ticket} next={next} onBack={back} />
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        reset.mutate({ body: { token, password } }, entering.onwards)
      }}
    >
      <p className={css.aside}>{t('auth.resetText')}</p>
      {reset.error && !needsSecondStep(reset.error) && field?.field !== 'password' ? (
        <Note tone="bad" title={reset.error.message}>
          <p>
            <Link href={`/sign-in/reset?next=${encodeURIComponent(next)}`}>{t('auth.newLink')}</Link>
          </p>
        </Note>
      ) : null}
      <PasswordInput
        label={t('auth.newPassword')}
        description={t('auth.passwordHint')}
        name="password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        minLength={10}
        maxLength={200}
        value={password}
        error={field?.field === 'password' ? field.message : null}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" h={48} loading={reset.isPending || reset.isSuccess}>
        {t('auth.resetGo')}
      </Button>
    </form>
  )
}
