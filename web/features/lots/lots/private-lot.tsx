'use client'
import { Button } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import type { getPublicLotRoute } from '@openspot/contract/lots/lots.ts'
import { requestToJoinRoute } from '@openspot/contract/people/memberships.ts'
import { addressText } from '@openspot/core/address.ts'
import Head from 'next/head'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { LotName } from '@/ui/lot/lot-text.tsx'
import { LotLogo } from '@/ui/lot-logo.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { Note } from '@/ui/states.tsx'
import css from './lots.module.css'

type Page = Output<typeof getPublicLotRoute>

/** The page of a private lot for people who aren't in it: what its sign says, and how to join. */
export function PrivateLot({ page, is_signed_in }: { page: Page; is_signed_in: boolean }) {
  const t = useTranslations()
  const { lot } = page
  return (
    <>
      <Head>
        <title>{`${lot.name} · ${t('common.product')}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <PublicShell>
        <div className={css.door}>
          <div className={css.title}>
            <LotLogo url={lot.logo_url} size={56} />
            <h1>
              <LotName lot={lot} />
            </h1>
          </div>
          <p>
            <bdi>{addressText(lot, lot.country)}</bdi>
          </p>
          {lot.managed_by ? <p className={css.small}>{t('lot.managedBy', { who: lot.managed_by })}</p> : null}
          <Note tone="plain" title={t('lot.private.title')}>
            <p>{t('lot.private.text')}</p>
          </Note>
          {is_signed_in ? <Ask page={page} /> : <SignIn path={`/l/${lot.public_id}`} />}
        </div>
      </PublicShell>
    </>
  )
}

function SignIn({ path }: { path: string }) {
  const t = useTranslations()
  const next = new URLSearchParams({ next: path })
  return (
    <>
      <p>{t('lot.private.signInText')}</p>
      <Buttons>
        <Button component={Link} href={`/sign-in?${next}`}>
          {t('auth.signIn')}
        </Button>
        <Button component={Link} href={`/sign-up?${next}`} variant="default">
          {t('auth.signUp')}
        </Button>
      </Buttons>
    </>
  )
}

function Ask({ page: { lot, membership_status: status, takes_requests } }: { page: Page }) {
  const t = useTranslations()
  const ask = useApiMutation(requestToJoinRoute)
  const isWaiting = status === 'PENDING' || ask.isSuccess
  const isRemoved = status === 'REMOVED'
  return (
    <>
      {isWaiting ? <Note title={t('lot.private.waiting')} /> : null}
      {isRemoved ? <p>{t('lot.private.removed')}</p> : null}
      {takes_requests || isWaiting || isRemoved ? null : <p>{t('lot.private.inviteOnly')}</p>}
      {ask.error ? <Note tone="bad" title={ask.error.message} /> : null}
      <Buttons>
        {takes_requests && !isWaiting && !isRemoved ? (
          <Button
            loading={ask.isPending}
            onClick={() => ask.mutate({ params: { public_id: lot.public_id } })}
          >
            {t('lot.private.ask')}
          </Button>
        ) : null}
        <Button component={Link} href="/me/lots" variant="default">
          {isWaiting ? t('lot.private.myLots') : t('lot.private.code')}
        </Button>
      </Buttons>
    </>
  )
}
