'use client'
import { Anchor, Button, PasswordInput } from '@mantine/core'
import { setPasswordRoute } from '@openspot/contract/identity/auth.ts'
import Link from 'next/link'
import { useState } from 'react'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Refusal } from '@/ui/refusal.tsx'
import { words } from '@/words/index.ts'
import css from './auth.module.css'
import { continueSignedIn } from './continue-signed-in.ts'

/**
 * Shown after the first proof of an address in a browser that did not set up the account, because the earlier password
 * was removed.
 */
export function ChoosePassword({ next }: { next: string }) {
  const say = words.auth
  const [password, setWord] = useState('')
  const save = useApiMutation(setPasswordRoute)
  const field = fieldOf(save.error)
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: { password } }, { onSuccess: () => continueSignedIn(next) })
      }}
    >
      <p className={css.aside}>{say.chooseText}</p>
      {save.error && field?.field !== 'password' ? (
        <Refusal error={save.error} path="/sign-in/password" />
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
        onChange={(event) => setWord(event.currentTarget.value)}
      />
      <Button type="submit" h={48} loading={save.isPending || save.isSuccess}>
        {say.chooseGo}
      </Button>
      <p className={css.aside}>
        <Anchor component={Link} href={next}>
          {say.chooseLater}
        </Anchor>
      </p>
    </form>
  )
}
