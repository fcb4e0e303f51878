import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Note } from '@/ui/states.tsx'
import css from './phone-code.module.css'

/** Asks for the code that was texted to a number. Another one can be sent after a wait. */
export function CodeStep({
  phone,
  wait_seconds,
  error,
  isBusy,
  isSending,
  check,
  onCode,
  onAgain,
  onOther,
}: {
  /** The number as the reader sees it. */
  phone: string
  wait_seconds: number
  error: Error | null
  isBusy: boolean
  isSending: boolean
  /** The bot check of another code, and whether it is passed. */
  check?: { shown: ReactNode; isPassed: boolean }
  onCode: (code: string) => void
  onAgain: () => void
  onOther: () => void
}) {
  const t = useTranslations()
  const [code, setCode] = useState('')
  const left = useSecondsLeft(wait_seconds)
  const field = fieldOf(error)
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        onCode(code)
      }}
    >
      <p className={css.text} role="status">
        {t('phoneCode.sent', { phone })}
      </p>
      {error && field?.field !== 'code' ? <Note tone="bad" title={error.message} /> : null}
      <TextInput
        label={t('phoneCode.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        required
        withAsterisk={false}
        maxLength={6}
        classNames={{ input: css.code ?? '' }}
        value={code}
        error={field?.field === 'code' ? field.message : null}
        onChange={(event) => setCode(event.currentTarget.value.replaceAll(/\D/g, ''))}
      />
      <GatedButton
        type="submit"
        h={48}
        loading={isBusy}
        why={missingText(t, [[t('phoneCode.code'), code.length === 6]])}
      >
        {t('phoneCode.go')}
      </GatedButton>
      {left > 0 ? (
        <p className={css.text}>{t('phoneCode.wait', { seconds: left })}</p>
      ) : (
        <>
          {check?.shown}
          <GatedButton
            type="button"
            variant="default"
            loading={isSending}
            why={check?.isPassed === false ? t('auth.check.waitAlert') : null}
            onClick={onAgain}
          >
            {t('phoneCode.again')}
          </GatedButton>
        </>
      )}
      <Button variant="subtle" onClick={onOther}>
        {t('phoneCode.other')}
      </Button>
    </form>
  )
}

function useSecondsLeft(from: number): number {
  const [left, setLeft] = useState(from)
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return left
}
