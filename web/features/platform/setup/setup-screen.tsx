'use client'
import { getMeRoute, type Me } from '@openspot/contract/identity/users.ts'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { VerifyEmail } from '@/ui/verify-email.tsx'
import { keepToken } from './kept-token.ts'
import css from './setup.module.css'
import { SetupForm } from './setup-form.tsx'
import { SetupSignIn } from './setup-states.tsx'

/** Leads from the printed address through an account and its verified email to the first platform admin. */
export function SetupScreen({ first }: { first: Me | null }) {
  const t = useTranslations()
  useEffect(() => {
    const token = window.location.hash.slice(1)
    if (token !== '') keepToken(token)
  }, [])
  const answer = useApiQuery(
    getMeRoute,
    {},
    {
      enabled: first !== null,
      initialData: first ?? undefined,
      everySeconds: (read) => (read?.email ? 0 : 5),
    },
  )
  const me = answer.data
  // Confirming the address in another browser ends this session.
  if (first === null || !me || answer.error?.status === 401) return <SetupSignIn />
  if (me.email !== null) return <SetupForm email={me.email} />
  return (
    <div className={css.form}>
      <p>{t('setup.text')}</p>
      <VerifyEmail me={me} next="/setup" text={t('setup.verifyText')} />
    </div>
  )
}
