'use client'
import { Menu, UnstyledButton } from '@mantine/core'
import { getMeRoute, listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { IconMenu2, IconUser } from '@tabler/icons-react'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { hintSignedIn, useSignedInHint } from '@/lib/signed-in-hint.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { isViewing } from '@/lib/view-hint.ts'
import { LocaleItems } from '@/ui/shell/locale-menu.tsx'
import { SchemeItems } from '@/ui/shell/scheme-menu.tsx'
import { useSignOut } from '@/ui/shell/use-sign-out.tsx'
import css from './shell.module.css'

const staffRoles = ['PATROLLER', 'ADMIN', 'SUPER_ADMIN']

/** The account menu, which is the same on every page. */
export function AccountMenu() {
  const t = useTranslations()
  const [wasOpened, setWasOpened] = useState(false)
  const isKnown = useSignedInHint()
  const me = useApiQuery(getMeRoute, {}, { enabled: isKnown || wasOpened })
  const me_id = me.data?.id
  useEffect(() => {
    // Data on this device is still the admin’s while they see the product as someone else.
    if (isViewing()) return
    if (me_id !== undefined) hintSignedIn({ id: me_id })
    if (me.error?.status === 401) hintSignedIn(false)
  }, [me_id, me.error])
  const memberships = useApiQuery(listMyMembershipsRoute, {}, { enabled: me.isSuccess })
  const signOut = useSignOut(me_id)
  const initials = initialsOf(me.data)
  const isStaff = memberships.data?.items.some(
    (one) => one.status === 'ACTIVE' && staffRoles.includes(one.role),
  )

  return (
    <>
      <Menu position="bottom-end" width={240} onOpen={() => setWasOpened(true)}>
        <Menu.Target>
          <UnstyledButton
            className={css.account}
            aria-label={[t('common.menu'), initials].filter(Boolean).join(' ')}
          >
            <IconMenu2 size={18} aria-hidden="true" />
            <span className={css.face} data-known={me.isSuccess || undefined}>
              {initials ?? <IconUser size={16} aria-hidden="true" />}
            </span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={css.menu ?? ''}>
          {me.data ? (
            <>
              <Menu.Label>{me.data.email}</Menu.Label>
              <Menu.Item component={Link} href="/me">
                {t('common.myStays')}
              </Menu.Item>
              <Menu.Item component={Link} href="/me/profile">
                {t('common.profile')}
              </Menu.Item>
              {isStaff ? (
                <>
                  <Menu.Item component={Link} href="/lots">
                    {t('common.myLots')}
                  </Menu.Item>
                  <Menu.Item component="a" href="/patrol">
                    {t('patrol.title')}
                  </Menu.Item>
                </>
              ) : null}
              {me.data.roles.includes('OPENSPOT_ADMIN') ? (
                <Menu.Item component={Link} href="/platform">
                  {t('platform.nav.place')}
                </Menu.Item>
              ) : null}
            </>
          ) : (
            <>
              <Menu.Item component={Link} href="/sign-in">
                {t('common.signIn')}
              </Menu.Item>
              <Menu.Item component={Link} href="/sign-up">
                {t('common.signUp')}
              </Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Menu.Item component="a" href="/list-your-parking">
            {t('common.listParking')}
          </Menu.Item>
          <Menu.Item component={Link} href="/privacy">
            {t('usage.privacy.menu')}
          </Menu.Item>
          <Menu.Divider />
          <SchemeItems />
          <Menu.Divider />
          <LocaleItems me={me.data} />
          {me.data ? (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => void signOut.ask()}>{t('common.signOut')}</Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {signOut.question}
    </>
  )
}

function initialsOf(
  me: { first_name: string | null; last_name: string | null; email: string | null } | undefined,
) {
  if (!me) return null
  const initials = `${me.first_name?.[0] ?? ''}${me.last_name?.[0] ?? ''}` || (me.email?.[0] ?? '')
  return initials ? initials.toUpperCase() : null
}
