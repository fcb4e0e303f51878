import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { StopChange } from '@/features/identity/auth/stop-change.tsx'
import { nowIso } from '@/lib/clock.ts'

interface Props {
  now: string
  token: string
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query, res }) => {
  res.setHeader('referrer-policy', 'no-referrer')
  return { props: { now: nowIso(), token: typeof query.token === 'string' ? query.token : '' } }
}

/** The target of the link in an email about an account change. */
export default function Stop({ token }: Props) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('auth.stopTitle')} · ${t('common.product')}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <AuthFrame title={t('auth.stopTitle')}>
        <StopChange token={token} />
      </AuthFrame>
    </>
  )
}
