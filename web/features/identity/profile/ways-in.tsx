'use client'
import { getWaysInRoute } from '@openspot/contract/identity/second-factors.ts'
import type { Me } from '@openspot/contract/identity/users.ts'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { Panel } from '@/ui/panel.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { PhonePart } from './phone-part.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'

/** Sign-in methods: phone number, password, passkeys, and two-step verification. */
export function WaysInPanel({ me, onChanged }: { me: Me; onChanged: (me: Me) => void }) {
  const t = useTranslations()
  const ways = useApiQuery(getWaysInRoute, {})
  return (
    <Panel title={t('account.waysTitle')} text={t('account.waysText')}>
      <QueryState answer={ways} rows={3} />
      {ways.data ? (
        <>
          <PhonePart me={me} onChanged={onChanged} />
          <PasswordPart since={ways.data.password_changed_at} />
          <PasskeysPart passkeys={ways.data.passkeys} />
          <SecondFactorPart state={ways.data.second_factor} />
        </>
      ) : null}
    </Panel>
  )
}
