import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { getPublicLotRoute, type PublicLot } from '@openspot/contract/lots/lots.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { PersonCheck } from '@/features/identity/auth/person-check.tsx'
import { PlateCheckScreen } from '@/features/operations/plate-check/plate-check-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { StatusPage } from '@/ui/shell/status-page.tsx'
import { EmptyState } from '@/ui/states.tsx'

interface Props {
  now: string
  /** Null if the link names no lot. */
  lot: PublicLot | null
  isSignedIn: boolean
  status: number
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query, req, res }) => {
  res.setHeader('x-robots-tag', 'noindex')
  const now = nowIso()
  const public_id = typeof query['lot'] === 'string' ? query['lot'].slice(0, 60) : null
  if (public_id === null) return { props: { now, lot: null, isSignedIn: false, status: 200 } }
  const [found, me] = await Promise.all([
    fetchForPage(req.headers, getPublicLotRoute, { params: { public_id }, query: {} }),
    fetchForPage(req.headers, getMeRoute, {}),
  ])
  if (found.ok && found.data.lot.is_plate_check_public)
    return { props: { now, lot: found.data.lot, isSignedIn: me.ok, status: 200 } }
  res.statusCode = !found.ok && found.status >= 500 ? 500 : !found.ok && found.status === 429 ? 429 : 404
  return { props: { now, lot: null, isSignedIn: false, status: res.statusCode } }
}

const personCheck = (onSolved: (answer: string | null) => void) => <PersonCheck onSolved={onSolved} />

/** Answers whether one license plate may park in a lot. */
export default function Check({ lot, isSignedIn, status }: Props) {
  const t = useTranslations()
  if (status !== 200) return <StatusPage status={status} />
  return (
    <>
      <Head>
        <title>{`${t('plateCheck.title')} · ${t('common.product')}`}</title>
      </Head>
      <PublicShell>
        {lot ? (
          <PlateCheckScreen lot={lot} isSignedIn={isSignedIn} personCheck={personCheck} />
        ) : (
          <>
            <h1 className="sr-only">{t('plateCheck.title')}</h1>
            <EmptyState title={t('plateCheck.noLotTitle')} text={t('plateCheck.noLotText')} />
          </>
        )}
      </PublicShell>
    </>
  )
}
