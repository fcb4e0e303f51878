import type { CallError } from '@openspot/contract/call.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import { Note } from '@/ui/states.tsx'

/** A server error; if it requires a fresh sign-in, with a link to it. */
export function Refusal({ error, path }: { error: CallError; path: string }) {
  const t = useTranslations()
  if (codeOf(error) !== 'recent_sign_in_required') return <Note tone="bad" title={error.message} />
  return (
    <Note title={t('payouts.account.signInTitle')}>
      <p>{error.message}</p>
      <p>
        <Link href={`/sign-in?next=${encodeURIComponent(path)}`}>{t('payouts.account.signIn')}</Link>
      </p>
    </Note>
  )
}
