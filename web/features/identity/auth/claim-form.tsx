'use client'
import { Button, PasswordInput } from '@mantine/core'
import { claimAccountRoute } from '@openspot/contract/identity/auth.ts'
import { HOME } from '@openspot/core/memberships/home-path.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf, fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'
import { SecondStep } from './second-step.tsx'
import { needsSecondStep, useSignInContinuation } from './use-sign-in-continuation.ts'

/** Turns a guest's bookings into an account. */
export function ClaimForm({ email }: { email: string }) {
  const t = useTranslations()
  const [password, setPassword] = useState('')
  const claim = useApiMutation(claimAccountRoute)
  const entering = useSignInContinuation(HOME)
  const field = fieldOf(claim.error)
  if (entering.ticket) {
    return <SecondStep ticket={entering.ticket} next={HOME} onBack={entering.beginAgain} />
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        claim.mutate({ body: password === '' ? {} : { password } }, entering.onwards)
      }}
    >
      <p className={css.aside}>{t('auth.claimAccountText', { email })}</p>
      {claim.error && !needsSecondStep(claim.error) && field?.field !== 'password' ? (
        <Note
          tone={codeOf(claim.error) === 'claim_needs_link' ? 'mark' : 'bad'}
          title={claim.error.message}
        />
      ) : null}
      <PasswordInput
        label={t('auth.claimPassword')}
        description={t('auth.passwordHint')}
        name="password"
        autoComplete="new-password"
        minLength={10}
        maxLength={200}
        value={password}
        error={field?.field === 'password' ? field.message : null}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" h={48} loading={claim.isPending || claim.isSuccess}>
        {t('auth.claimGo')}
      </Button>
      <Button component={Link} href="/me" variant="default">
        {t('auth.claimLater')}
      </Button>
    </form>
  )
}
