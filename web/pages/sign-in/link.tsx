import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { nextPath } from '@/features/identity/auth/next-path.ts'
import { OpenLink } from '@/features/identity/auth/open-link.tsx'
import { nowIso } from '@/lib/clock.ts'

interface Props {
  now: string
  token: string
  next: string
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query, res }) => {
  res.setHeader('referrer-policy', 'no-referrer')
  const token = typeof query.token === 'string' ? query.token : ''
  return { props: { now: nowIso(), token, next: nextPath(query.next) } }
}

export default function SignInLink({ token, next }: Props) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('auth.signIn')} · ${t('common.product')}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <AuthFrame title={t('auth.linkTitle')}>
        <OpenLink token={token} next={next} />
      </AuthFrame>
    </>
  )
}
