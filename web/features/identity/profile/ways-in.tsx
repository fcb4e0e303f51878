'use client'
import { getWaysInRoute } from '@openspot/contract/identity/second-factors.ts'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { Panel } from '@/ui/panel.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'

/** Sign-in methods: password, passkeys, and two-step verification. */
export function WaysInPanel() {
  const t = useTranslations()
  const ways = useApiQuery(getWaysInRoute, {})
  return (
    <Panel title={t('account.waysTitle')} text={t('account.waysText')}>
      <QueryState answer={ways} rows={3} />
      {ways.data ? (
        <>
          <PasswordPart since={ways.data.password_changed_at} />
          <PasskeysPart passkeys={ways.data.passkeys} />
          <SecondFactorPart state={ways.data.second_factor} />
        </>
      ) : null}
    </Panel>
  )
}
