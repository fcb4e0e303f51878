import { getMeRoute } from '@openspot/contract/identity/users.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { ChoosePassword } from '@/features/identity/auth/choose-password.tsx'
import { nextPath } from '@/features/identity/auth/next-path.ts'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'

interface Props {
  now: string
  next: string
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query, req }) => {
  const me = await fetchForPage(req.headers, getMeRoute, {})
  if (!me.ok) return { redirect: { destination: '/sign-in', permanent: false } }
  return { props: { now: nowIso(), next: nextPath(query.next) } }
}

export default function Password({ next }: Props) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('auth.chooseTitle')} · ${t('common.product')}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <AuthFrame title={t('auth.chooseTitle')}>
        <ChoosePassword next={next} />
      </AuthFrame>
    </>
  )
}
