import { listOpenPassesRoute, type OpenPass } from '@openspot/contract/booking/linked-passes.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { type AuthProps, authProps } from '@/features/identity/auth/auth-props.ts'
import { PassesHere } from '@/features/identity/auth/passes-here.tsx'
import { SignInForm } from '@/features/identity/auth/sign-in-form.tsx'
import { fetchForPage } from '@/lib/server-api.ts'

interface Props extends AuthProps {
  passes: OpenPass[]
}

export const getServerSideProps: GetServerSideProps<Props> = async (context) => {
  const [answer, passes] = await Promise.all([
    authProps(context),
    fetchForPage(context.req.headers, listOpenPassesRoute, {}),
  ])
  if (!('props' in answer)) return answer
  return { props: { ...(await answer.props), passes: passes.ok ? passes.data.items : [] } }
}

export default function SignIn({ next, outbox, passes }: Props) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('auth.signIn')} · ${t('common.product')}`}</title>
      </Head>
      <AuthFrame title={t('auth.signInTitle')}>
        <PassesHere passes={passes} />
        <SignInForm next={next} outbox={outbox} />
      </AuthFrame>
    </>
  )
}
