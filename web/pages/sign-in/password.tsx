import { getMeRoute } from '@openspot/contract/identity/users.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { ChoosePassword } from '@/features/identity/auth/choose-password.tsx'
import { nextPath } from '@/features/identity/auth/next-path.ts'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { words } from '@/words/index.ts'

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
  return (
    <>
      <Head>
        <title>{`${words.auth.chooseTitle} · ${words.common.product}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <AuthFrame title={words.auth.chooseTitle}>
        <ChoosePassword next={next} />
      </AuthFrame>
    </>
  )
}
