'use client'
import { Button, PasswordInput } from '@mantine/core'
import { resetPasswordRoute } from '@openspot/contract/identity/auth.ts'
import Link from 'next/link'
import { useState } from 'react'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './auth.module.css'
import { SecondStep } from './second-step.tsx'
import { needsSecondStep, useSignInContinuation } from './use-sign-in-continuation.ts'

/** Sets a new password through an emailed link. */
export function ResetForm({ token }: { token: string }) {
  const say = words.auth
  const [password, setPassword] = useState('')
  const reset = useApiMutation(resetPasswordRoute)
  const entering = useSignInContinuation('/me')
  const field = fieldOf(reset.error)
  if (entering.ticket) {
    const back = () => window.location.assign('/sign-in')
    return <SecondStep ticket={entering.ticket} next="/me" onBack={back} />
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        reset.mutate({ body: { token, password } }, entering.onwards)
      }}
    >
      <p className={css.aside}>{say.resetText}</p>
      {reset.error && !needsSecondStep(reset.error) && field?.field !== 'password' ? (
        <Note tone="bad" title={reset.error.message}>
          <p>
            <Link href="/sign-in/reset">{say.newLink}</Link>
          </p>
        </Note>
      ) : null}
      <PasswordInput
        label={say.newPassword}
        description={say.passwordHint}
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
        {say.resetGo}
      </Button>
    </form>
  )
}
