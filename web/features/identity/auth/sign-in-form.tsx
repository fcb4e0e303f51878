'use client'
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { sendSignInLinkRoute, signInRoute } from '@openspot/contract/identity/auth.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf, fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useDraft } from '@/lib/use-draft.ts'
import { useHasTexts } from '@/lib/use-has-texts.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'
import { LinkSent } from './link-sent.tsx'
import { pageAfterLink } from './next-path.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { PersonCheck } from './person-check.tsx'
import { SecondStep } from './second-step.tsx'
import { needsSecondStep, useSignInContinuation } from './use-sign-in-continuation.ts'

/** Signs in with a password or passkey, or sends a link. `next` is the page to open afterward. */
export function SignInForm({ next, outbox }: { next: string; outbox?: boolean }) {
  const t = useTranslations()
  const [{ email }, setAddress, forget] = useDraft('sign-in', () => ({ email: '' }))
  const [password, setPassword] = useState('')
  const [emailMissing, setEmailMissing] = useState(false)
  const [check, setCheck] = useState<string | null>(null)
  // Required after some failures; an answer can be used once, so each attempt has its own check.
  const [checks, setChecks] = useState(0)
  const enter = useApiMutation(signInRoute)
  const link = useApiMutation(sendSignInLinkRoute)
  const hasTexts = useHasTexts()
  const entering = useSignInContinuation(next)
  const refused = needsSecondStep(enter.error) ? link.error : (enter.error ?? link.error)
  const field = fieldOf(refused)

  if (entering.ticket) return <SecondStep ticket={entering.ticket} next={next} onBack={entering.beginAgain} />
  if (link.isSuccess)
    return <LinkSent email={email} text={t('auth.linkSent', { email })} outbox={outbox ?? false} />
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        const body = { email: email.trim(), password, ...(check ? { bot_check: check } : {}) }
        enter.mutate(
          { body },
          {
            onSuccess: (entered) => {
              forget()
              entering.onwards.onSuccess(entered)
            },
            onError: (error) => {
              setCheck(null)
              if (checks > 0 || codeOf(error) === 'bot_check_required') setChecks(checks + 1)
              entering.onwards.onError(error)
            },
          },
        )
      }}
    >
      {refused && field?.field !== 'email' && field?.field !== 'password' ? (
        <Note
          tone={field?.field === 'bot_check' ? 'mark' : 'bad'}
          title={codeOf(refused) === 'bot_check_required' ? t('auth.checkFirst') : refused.message}
        />
      ) : null}
      <TextInput
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="username webauthn"
        required
        withAsterisk={false}
        value={email}
        error={emailMissing ? t('auth.linkNeedsEmail') : field?.field === 'email' ? field.message : null}
        onChange={(event) => {
          setAddress({ email: event.currentTarget.value })
          setEmailMissing(false)
        }}
      />
      <PasswordInput
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        error={field?.field === 'password' ? field.message : null}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {checks > 0 ? <PersonCheck key={checks} onSolved={setCheck} /> : null}
      <GatedButton
        type="submit"
        h={48}
        loading={enter.isPending || enter.isSuccess}
        why={checks > 0 && check === null ? t('auth.check.waitAlert') : null}
      >
        {t('auth.signIn')}
      </GatedButton>
      <p className={css.aside}>
        <Anchor component={Link} href={`/sign-in/reset?next=${encodeURIComponent(next)}`}>
          {t('auth.forgotten')}
        </Anchor>
      </p>
      <p className={css.or}>{t('auth.or')}</p>
      <PasskeyButton next={next} />
      <Button
        variant="default"
        loading={link.isPending}
        onClick={() =>
          email.includes('@')
            ? link.mutate({ body: { email: email.trim(), ...pageAfterLink(next) } })
            : setEmailMissing(true)
        }
      >
        {t('auth.sendLink')}
      </Button>
      {hasTexts ? (
        <Button component={Link} variant="default" href={`/sign-in/phone?next=${encodeURIComponent(next)}`}>
          {t('phoneCode.useNumber')}
        </Button>
      ) : null}
      <p className={css.aside}>
        {t('auth.noAccount')}{' '}
        <Anchor component={Link} href={`/sign-up?next=${encodeURIComponent(next)}`}>
          {t('auth.signUp')}
        </Anchor>
        <br />
        {t('auth.guest')}{' '}
        <Anchor component={Link} href="/claim">
          {t('auth.guestGo')}
        </Anchor>
      </p>
    </form>
  )
}
