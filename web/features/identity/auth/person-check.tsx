'use client'
import { Button } from '@mantine/core'
import { type BotCheck, getBotCheckRoute, reportBotCheckRoute } from '@openspot/contract/identity/auth.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import { AltchaCheck } from './altcha-check.tsx'
import css from './auth.module.css'
import { VendorCheck, type VendorFailure } from './vendor-check.tsx'

/**
 * The bot check of a form: the vendor's if it is configured, otherwise the built-in one. If the vendor's does not work in this
 * browser, the server decides: it offers the built-in one only if it cannot reach the vendor either.
 */
export function PersonCheck({ onSolved }: { onSolved: (answer: string | null) => void }) {
  const which = useApiQuery(getBotCheckRoute, {}, { fresh: true })
  const report = useApiMutation(reportBotCheckRoute)
  const [attempt, setAttempt] = useState(0)
  const [isBlocked, setIsBlocked] = useState(false)
  if (which.isPending || report.isPending) return <div className={css.check} aria-busy="true" />
  const check = report.data ?? which.data ?? { kind: 'ALTCHA' as const, site_key: null, script_url: null }
  if (!isVendors(check)) return <AltchaCheck onSolved={onSolved} />
  if (isBlocked)
    return (
      <Blocked
        host={new URL(check.script_url).host}
        onRetry={() => {
          setIsBlocked(false)
          setAttempt(attempt + 1)
        }}
      />
    )
  const fail = ({ reason, code }: VendorFailure) => {
    setIsBlocked(true)
    report.mutate({ body: { reason, ...(code === null ? {} : { code }) } })
  }
  return <VendorCheck key={attempt} check={check} onSolved={onSolved} onFailed={fail} />
}

const isVendors = (
  check: BotCheck,
): check is { kind: 'TURNSTILE' | 'RECAPTCHA'; site_key: string; script_url: string } =>
  check.kind !== 'ALTCHA' && check.site_key !== null && check.script_url !== null

function Blocked({ host, onRetry }: { host: string; onRetry: () => void }) {
  const t = useTranslations()
  return (
    <Note title={t('auth.vendorBlockedTitle')}>
      <p>{t('auth.vendorBlocked', { host })}</p>
      <Button variant="default" size="compact-md" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </Note>
  )
}
