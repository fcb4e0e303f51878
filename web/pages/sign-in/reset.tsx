import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { AskLinkForm } from '@/features/identity/auth/request-link-form.tsx'
import { ResetForm } from '@/features/identity/auth/reset-form.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { words } from '@/words/index.ts'

interface Props {
  now: string
  token: string
  outbox: boolean
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query, req, res }) => {
  res.setHeader('referrer-policy', 'no-referrer')
  const token = typeof query.token === 'string' ? query.token : ''
  const outbox = await fetchForPage(req.headers, listOutboxRoute, { query: { limit: 1 } })
  return { props: { now: nowIso(), token, outbox: outbox.ok } }
}

export default function Reset({ token, outbox }: Props) {
  return (
    <>
      <Head>
        <title>{`${words.auth.resetTitle} · ${words.common.product}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <AuthFrame title={words.auth.resetTitle}>
        {token ? <ResetForm token={token} /> : <AskLinkForm of="password" outbox={outbox} />}
      </AuthFrame>
    </>
  )
}
