'use client'
import { Anchor } from '@mantine/core'
import { sendPhoneCodeRoute, signInWithPhoneRoute } from '@openspot/contract/identity/phone-codes.ts'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useReaderCountry } from '@/lib/use-country.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { CodeStep } from '@/ui/phone-code/code-step.tsx'
import { NumberField } from '@/ui/phone-code/number-field.tsx'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'
import { PersonCheck } from './person-check.tsx'
import { SecondStep } from './second-step.tsx'
import { needsSecondStep, useSignInContinuation } from './use-sign-in-continuation.ts'

/** Signs in with a code that is texted to a number; an unknown number signs up. `next` is the page to open afterward. */
export function PhoneSignIn({
  next,
  outbox,
  text,
  aside,
}: {
  next: string
  outbox: boolean
  /** What the number is for here. */
  text?: string
  /** Another way, below the form. */
  aside?: ReactNode
}) {
  const t = useTranslations()
  const country = useReaderCountry()
  const [phone, setPhone] = useState('')
  const [check, setCheck] = useState<string | null>(null)
  // A bot check can be used once.
  const [attempt, setAttempt] = useState(0)
  const send = useApiMutation(sendPhoneCodeRoute)
  const enter = useApiMutation(signInWithPhoneRoute)
  const entering = useSignInContinuation(next)
  const field = fieldOf(send.error)
  const request = () => {
    if (check === null) return
    setCheck(null)
    enter.reset()
    send.mutate(
      { body: { phone, country, bot_check: check } },
      { onSettled: () => setAttempt((before) => before + 1) },
    )
  }
  const shown = <PersonCheck key={attempt} onSolved={setCheck} />

  if (entering.ticket) return <SecondStep ticket={entering.ticket} next={next} onBack={entering.beginAgain} />
  if (send.data) {
    const { ticket, wait_seconds } = send.data
    return (
      <div className={css.form}>
        <CodeStep
          key={ticket}
          phone={phone}
          wait_seconds={wait_seconds}
          error={needsSecondStep(enter.error) ? null : enter.error}
          isBusy={enter.isPending || enter.isSuccess}
          isSending={send.isPending}
          check={{ shown, isPassed: check !== null }}
          onCode={(code) => enter.mutate({ body: { ticket, code } }, entering.onwards)}
          onAgain={request}
          onOther={() => {
            send.reset()
            enter.reset()
          }}
        />
        {outbox ? (
          <Anchor component={Link} href="/outbox">
            {t('auth.toLocalMailbox')}
          </Anchor>
        ) : null}
      </div>
    )
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        request()
      }}
    >
      <p className={css.aside}>{text ?? t('phoneCode.signInText')}</p>
      {send.error && field?.field !== 'phone' ? <Note tone="bad" title={send.error.message} /> : null}
      <NumberField
        value={phone}
        error={field?.field === 'phone' ? field.message : null}
        description={t('phoneCode.rates')}
        onChange={setPhone}
      />
      {shown}
      <GatedButton
        type="submit"
        h={48}
        loading={send.isPending}
        why={
          missingText(t, [[t('phoneCode.phone'), phone.trim().length >= 4]]) ??
          (check === null ? t('auth.check.waitAlert') : null)
        }
      >
        {t('phoneCode.send')}
      </GatedButton>
      {aside}
    </form>
  )
}
