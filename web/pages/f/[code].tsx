import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { type Fine, getFineNoticeRoute } from '@openspot/contract/operations/fine-notices.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { GuestForm } from '@/features/identity/auth/guest-form.tsx'
import { SignInForm } from '@/features/identity/auth/sign-in-form.tsx'
import { FineScreen } from '@/features/operations/fines/fine-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { StatusPage } from '@/ui/shell/status-page.tsx'

type Props = { now: string; fine: Fine; isSignedIn: boolean } | { now: string; status: number }

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, req, res }) => {
  // Who has the URL sees the fine: it must not be sent as a referrer or indexed.
  res.setHeader('referrer-policy', 'no-referrer')
  res.setHeader('x-robots-tag', 'noindex')
  const fine_code = String(params?.code).slice(0, 64)
  const [fine, me] = await Promise.all([
    fetchForPage(req.headers, getFineNoticeRoute, { params: { fine_code } }),
    fetchForPage(req.headers, getMeRoute, {}),
  ])
  const now = nowIso()
  if (fine.ok) return { props: { now, fine: fine.data, isSignedIn: me.ok } }
  res.statusCode = fine.status >= 500 ? 500 : fine.status === 429 ? 429 : 404
  return { props: { now, status: res.statusCode } }
}

/** The page of a notice on a windshield. */
export default function FineNotice(props: Props) {
  const t = useTranslations()
  if ('status' in props) return <StatusPage status={props.status} />
  const { fine } = props
  const title = fine.amount_cents > 0 ? t('fines.notice.fine') : t('fines.notice.warning')
  return (
    <>
      <Head>
        <title>{`${title} · ${t('common.product')}`}</title>
      </Head>
      <PublicShell>
        <Notice key={fine.code} {...props} />
      </PublicShell>
    </>
  )
}

function Notice({ fine, isSignedIn }: { fine: Fine; isSignedIn: boolean }) {
  const [isKnown, setIsKnown] = useState(isSignedIn)
  return (
    <FineScreen
      initial={fine}
      isKnown={isKnown}
      guest={<GuestForm onEntered={() => setIsKnown(true)} />}
      signIn={<SignInForm next={`/f/${fine.code}`} />}
    />
  )
}
