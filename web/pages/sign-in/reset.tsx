import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { nextPath } from '@/features/identity/auth/next-path.ts'
import { AskLinkForm } from '@/features/identity/auth/request-link-form.tsx'
import { ResetForm } from '@/features/identity/auth/reset-form.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'

interface Props {
  now: string
  token: string
  next: string
  outbox: boolean
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query, req, res }) => {
  res.setHeader('referrer-policy', 'no-referrer')
  const token = typeof query.token === 'string' ? query.token : ''
  const outbox = await fetchForPage(req.headers, listOutboxRoute, { query: { limit: 1 } })
  return { props: { now: nowIso(), token, next: nextPath(query.next), outbox: outbox.ok } }
}

export default function Reset({ token, next, outbox }: Props) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('auth.resetTitle')} · ${t('common.product')}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <AuthFrame title={t('auth.resetTitle')}>
        {token ? (
          <ResetForm token={token} next={next} />
        ) : (
          <AskLinkForm of="password" outbox={outbox} next={next} />
        )}
      </AuthFrame>
    </>
  )
}
