import { getMeRoute } from '@openspot/contract/identity/users.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { nextPath } from '@/features/identity/auth/next-path.ts'
import { OpenLink } from '@/features/identity/auth/open-link.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'

interface Props {
  now: string
  token: string
  next: string
  /** The address that the visitor, who is signed in, has not verified yet. */
  email: string | null
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query, req, res }) => {
  res.setHeader('referrer-policy', 'no-referrer')
  const token = typeof query.token === 'string' ? query.token : ''
  const me = await fetchForPage(req.headers, getMeRoute, {})
  const email = me.ok && me.data.email_verified_at === null ? me.data.contact_email : null
  return { props: { now: nowIso(), token, next: nextPath(query.next), email } }
}

export default function SignInLink({ token, next, email }: Props) {
  const t = useTranslations()
  const title = email === null ? t('auth.linkTitle') : t('auth.confirmTitle')
  return (
    <>
      <Head>
        <title>{`${title} · ${t('common.product')}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <AuthFrame title={title}>
        <OpenLink
          token={token}
          next={next}
          {...(email === null
            ? {}
            : { text: t('auth.confirmLinkText', { email }), confirm: t('auth.confirmGo') })}
        />
      </AuthFrame>
    </>
  )
}
