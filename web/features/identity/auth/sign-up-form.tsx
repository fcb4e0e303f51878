'use client'
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { signUpRoute } from '@openspot/contract/identity/auth.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { hintSignedIn } from '@/lib/signed-in-hint.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useDraft } from '@/lib/use-draft.ts'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'
import { CheckEmail } from './check-email.tsx'
import { pageAfterLink } from './next-path.ts'
import { PersonCheck } from './person-check.tsx'

const empty = { first_name: '', last_name: '', email: '' }

export function SignUpForm({ next, outbox }: { next: string; outbox: boolean }) {
  const t = useTranslations()
  const [person, setPerson, forget] = useDraft('sign-up', () => empty)
  // A password is kept nowhere.
  const [password, setPassword] = useState('')
  const [botCheck, setBotCheck] = useState<string | null>(null)
  const [waits, setWaits] = useState(false)
  // A puzzle can be used once, so a refusal needs a new one.
  const [attempt, setAttempt] = useState(0)
  const enter = useApiMutation(signUpRoute)
  const field = fieldOf(enter.error)
  const set = (name: keyof typeof empty) => (event: React.ChangeEvent<HTMLInputElement>) => {
    // Read now, because React runs the updater later, when the event no longer has a target.
    const { value } = event.currentTarget
    setPerson((former) => ({ ...former, [name]: value }))
  }
  const errorOf = (name: string) => (field?.field === name ? field.message : null)

  if (enter.isSuccess) return <CheckEmail email={person.email.trim()} next={next} outbox={outbox} />
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!botCheck) return setWaits(true)
        enter.mutate(
          {
            body: {
              ...person,
              password,
              email: person.email.trim(),
              bot_check: botCheck,
              ...pageAfterLink(next),
            },
          },
          {
            onSuccess: () => {
              forget()
              hintSignedIn(true)
            },
            onError: () => {
              setBotCheck(null)
              setAttempt((before) => before + 1)
            },
          },
        )
      }}
    >
      {enter.error && (!field || field.field === 'bot_check') ? (
        <Note tone="bad" title={enter.error.message} />
      ) : null}
      <div className={css.names}>
        <TextInput
          label={t('auth.firstName')}
          name="first_name"
          autoComplete="given-name"
          required
          withAsterisk={false}
          maxLength={100}
          value={person.first_name}
          error={errorOf('first_name')}
          onChange={set('first_name')}
        />
        <TextInput
          label={t('auth.lastName')}
          name="last_name"
          autoComplete="family-name"
          required
          withAsterisk={false}
          maxLength={100}
          value={person.last_name}
          error={errorOf('last_name')}
          onChange={set('last_name')}
        />
      </div>
      <TextInput
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="email"
        required
        withAsterisk={false}
        value={person.email}
        error={errorOf('email')}
        onChange={set('email')}
      />
      <PasswordInput
        label={t('auth.password')}
        description={t('auth.passwordHint')}
        name="password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        minLength={10}
        maxLength={200}
        value={password}
        error={errorOf('password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PersonCheck
        key={attempt}
        onSolved={(payload) => {
          setBotCheck(payload)
          if (payload) setWaits(false)
        }}
      />
      {waits ? <Note title={t('auth.personCheckWaits')} /> : null}
      <Button type="submit" h={48} loading={enter.isPending}>
        {t('auth.signUp')}
      </Button>
      <p className={css.aside}>
        {t('auth.haveAccount')}{' '}
        <Anchor component={Link} href={`/sign-in?next=${encodeURIComponent(next)}`}>
          {t('auth.signIn')}
        </Anchor>
      </p>
    </form>
  )
}
