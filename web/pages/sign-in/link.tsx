import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { nextPath } from '@/features/identity/auth/next-path.ts'
import { OpenLink } from '@/features/identity/auth/open-link.tsx'
import { nowIso } from '@/lib/clock.ts'
import { words } from '@/words/index.ts'

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
  return (
    <>
      <Head>
        <title>{`${words.auth.signIn} · ${words.common.product}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <AuthFrame title={words.auth.linkTitle}>
        <OpenLink token={token} next={next} />
      </AuthFrame>
    </>
  )
}
