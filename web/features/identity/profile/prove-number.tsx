'use client'
import { sendMyPhoneCodeRoute, verifyMyPhoneRoute } from '@openspot/contract/identity/phone-codes.ts'
import { getMeRoute, type Me } from '@openspot/contract/identity/users.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useReaderCountry } from '@/lib/use-country.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { CodeStep } from '@/ui/phone-code/code-step.tsx'
import { NumberField } from '@/ui/phone-code/number-field.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import css from './profile.module.css'

/** Verifies a number of the signed-in account with a texted code. `path` is this page, to return to after signing in again. */
export function ProveNumber({
  from,
  text,
  path,
  onDone,
}: {
  /** The number to begin with. */
  from: string
  text?: string
  path: string
  onDone: (me: Me) => void
}) {
  const t = useTranslations()
  const country = useReaderCountry()
  const [phone, setPhone] = useState(from)
  const send = useApiMutation(sendMyPhoneCodeRoute)
  const verify = useApiMutation(verifyMyPhoneRoute, { refresh: [getMeRoute] })
  const request = () => {
    verify.reset()
    send.mutate({ body: { phone, country } })
  }
  const field = fieldOf(send.error)
  if (send.data) {
    const { ticket, wait_seconds } = send.data
    return (
      <CodeStep
        key={ticket}
        phone={phone}
        wait_seconds={wait_seconds}
        error={verify.error}
        isBusy={verify.isPending || verify.isSuccess}
        isSending={send.isPending}
        onCode={(code) => verify.mutate({ body: { ticket, code } }, { onSuccess: onDone })}
        onAgain={request}
        onOther={() => {
          send.reset()
          verify.reset()
        }}
      />
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
      {text ? <p>{text}</p> : null}
      {send.error && field?.field !== 'phone' ? <Refusal error={send.error} path={path} /> : null}
      <NumberField
        value={phone}
        error={field?.field === 'phone' ? field.message : null}
        description={t('phoneCode.rates')}
        onChange={setPhone}
      />
      <div className={css.buttons}>
        <GatedButton
          type="submit"
          loading={send.isPending}
          why={missingText(t, [[t('phoneCode.phone'), phone.trim().length >= 4]])}
        >
          {t('phoneCode.send')}
        </GatedButton>
      </div>
    </form>
  )
}
