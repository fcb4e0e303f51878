'use client'
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { sendSignInLink, signIn } from '@openspot/contract/auth.ts'
import Link from 'next/link'
import { useState } from 'react'
import { fieldOf } from '@/lib/api.ts'
import { useSend } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './auth.module.css'
import { enterWith } from './enter.ts'

/** Sign in with a password, or have a link sent. `next` is where to go then. */
export function SignInForm({ next, outbox }: { next: string; outbox?: boolean }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [emailMissing, setEmailMissing] = useState(false)
  const enter = useSend(signIn)
  const link = useSend(sendSignInLink)
  const refused = enter.error ?? link.error
  const field = fieldOf(refused)

  if (link.isSuccess) {
    return (
      <Note tone="good" title={words.auth.linkSentTitle}>
        <p>{words.auth.linkSent(email)}</p>
        {outbox ? (
          <Anchor component={Link} href={`/outbox?to_address=${encodeURIComponent(email)}`}>
            {words.auth.toLocalMailbox}
          </Anchor>
        ) : null}
      </Note>
    )
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        enter.mutate({ body: { email: email.trim(), password } }, { onSuccess: () => enterWith(next) })
      }}
    >
      {refused && !field ? <Note tone="bad" title={refused.message} /> : null}
      <TextInput
        label={words.auth.email}
        type="email"
        name="email"
        autoComplete="username"
        required
        withAsterisk={false}
        value={email}
        error={emailMissing ? words.auth.linkNeedsEmail : field?.field === 'email' ? field.message : null}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setEmailMissing(false)
        }}
      />
      <PasswordInput
        label={words.auth.password}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        error={field?.field === 'password' ? field.message : null}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" h={48} loading={enter.isPending || enter.isSuccess}>
        {words.auth.signIn}
      </Button>
      <p className={css.or}>{words.auth.or}</p>
      <Button
        variant="default"
        loading={link.isPending}
        onClick={() =>
          email.includes('@') ? link.mutate({ body: { email: email.trim() } }) : setEmailMissing(true)
        }
      >
        {words.auth.sendLink}
      </Button>
      <p className={css.aside}>
        {words.auth.noAccount}{' '}
        <Anchor component={Link} href={`/sign-up?next=${encodeURIComponent(next)}`}>
          {words.auth.signUp}
        </Anchor>
      </p>
    </form>
  )
}
