'use client'
import { getBotCheckRoute } from '@openspot/contract/identity/auth.ts'
import { useState } from 'react'
import { useApiQuery } from '@/lib/use-api.ts'
import { AltchaCheck } from './altcha-check.tsx'
import css from './auth.module.css'
import { VendorCheck } from './vendor-check.tsx'

/** The bot check of a form: the vendor's if it is configured and loads, otherwise the built-in one. */
export function PersonCheck({ onSolved }: { onSolved: (answer: string | null) => void }) {
  const which = useApiQuery(getBotCheckRoute, {})
  const [isBlocked, setIsBlocked] = useState(false)
  if (which.isPending) return <div className={css.check} aria-busy="true" />
  const { kind, site_key } = which.data ?? { kind: 'ALTCHA', site_key: null }
  if (kind === 'ALTCHA' || site_key === null || isBlocked) return <AltchaCheck onSolved={onSolved} />
  return (
    <VendorCheck kind={kind} siteKey={site_key} onSolved={onSolved} onBlocked={() => setIsBlocked(true)} />
  )
}
